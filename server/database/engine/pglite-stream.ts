import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

// First bytes of messages: a startup has a length there, below 2^24; Query, Sync and Flush ask for an answer.
const startup = 0
const terminate = 'X'.charCodeAt(0)
const asksForAnAnswer = new Set(Buffer.from('QSH'))
// AuthenticationOk and ReadyForQuery: the session that PGlite has needs no password.
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** A connection of `pg` to a PGlite in this process: the wire protocol (PostgreSQL documentation, 'Message Formats') without a
 *  socket. So both engines are spoken to by one driver, and statements are planned once on both.
 *  PGlite has one session; whoever connects anew gets it as it is on a fresh connection. */
export class PgliteStream extends Duplex {
  readonly #client: PGlite
  #unsent: Buffer[] = []

  constructor(client: PGlite) {
    super()
    this.#client = client
  }

  // What pg calls beside a Duplex's own methods.
  connect() {
    this.#freshSession().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this._writev([{ chunk }], done)
  }

  // pg writes whole messages, and those of one query together.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
    for (const { chunk } of chunks) this.#unsent.push(chunk)
    const last = this.#unsent.at(-1)?.[0]
    if (last === startup || last === terminate) {
      this.#unsent = []
      this.push(last === startup ? welcome : null)
      return done()
    }
    if (last === undefined || !asksForAnAnswer.has(last)) return done()
    const messages = Buffer.concat(this.#unsent)
    this.#unsent = []
    this.#client
      .runExclusive(() => this.#client.execProtocolRaw(messages))
      // Otherwise answer and next query follow each other without a turn of the event loop, and a queue of queries keeps out every request.
      .then((answer) => setImmediate(() => this.#pass(answer, done)), done)
  }

  #pass(answer: Uint8Array, done: () => void) {
    this.push(answer)
    done()
  }

  async #freshSession() {
    await this.#client.exec('ROLLBACK')
    await this.#client.exec('DISCARD ALL')
  }
}
