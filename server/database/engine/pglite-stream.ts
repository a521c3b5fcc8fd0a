import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import type { Instance } from './instance/instance.ts'

// First bytes of messages. A startup message begins with its length, which is below 2^24. Query, Sync and Flush expect
// a response.
const startup = 0
const terminate = 'X'.charCodeAt(0)
const expectsResponse = new Set(Buffer.from('QSH'))
// AuthenticationOk and ReadyForQuery, because PGlite needs no password.
const startupResponse = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** A connection from `pg` to PGlite in this process: PostgreSQL's wire protocol ('Message Formats' in its
 *  documentation) without a socket. With it, both engines use the same driver and prepared statements. PGlite has a
 *  single session, which each new connection resets. */
export class PgliteStream extends Duplex {
  readonly #instance: Instance
  #client: PGlite | undefined
  #unsent: Buffer[] = []

  constructor(instance: Instance) {
    super()
    this.#instance = instance
  }

  // The socket methods that pg calls.
  connect() {
    this.#instance.connect().then(
      (client) => {
        this.#client = client
        this.emit('connect')
      },
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

  // pg writes complete messages, and all messages of a query together.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
    for (const { chunk } of chunks) this.#unsent.push(chunk)
    const last = this.#unsent.at(-1)?.[0]
    if (last === startup || last === terminate) {
      this.#unsent = []
      this.push(last === startup ? startupResponse : null)
      return done()
    }
    if (last === undefined || !expectsResponse.has(last) || !this.#client) return done()
    const messages = Buffer.concat(this.#unsent)
    this.#unsent = []
    this.#instance.run(this.#client, messages).then((response) => {
      // setImmediate lets the event loop turn between queries. Otherwise a queue of queries would block all requests.
      setImmediate(() => {
        this.push(response)
        done()
      })
    }, done)
  }
}
