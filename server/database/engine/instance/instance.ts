import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/** An open PGlite. `whenSynced` resolves once all commits so far are on the disk. `abandon` closes its files and writes
 *  nothing. */
type Opened = { client: PGlite; whenSynced: () => Promise<void>; abandon: () => Promise<void> }

type Deps = {
  /** Opens the database and recovers it from its log. Calls `onLogFailure` with the reason once the log can't be
   *  written. */
  open: (onLogFailure: (reason: string) => void) => Promise<Opened>
  /** Tells whether the disk is nearly full. */
  isDiskLow: () => boolean
  /** Writes a line to the log. */
  report: (line: string) => void
}

type Current = Opened & { failure?: string; isReadOnly: boolean }

const retryMs = 2_000

/** The embedded database in this process. It is read-only while the disk is nearly full, and opened again if its log
 *  can't be written (docs/decisions/0046). */
export class Instance {
  readonly #deps: Deps
  #current: Current | undefined
  #attempt: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Opens the database. @throws if it can't be opened */
  static async open(deps: Deps): Promise<Instance> {
    const instance = new Instance(deps)
    await instance.#open()
    return instance
  }

  /** Returns an instance of `client`, which is neither read-only nor opened again. */
  static of(client: PGlite): Promise<Instance> {
    const open = async () => ({ client, whenSynced: async () => {}, abandon: async () => {} })
    return Instance.open({ open, isDiskLow: () => false, report: () => {} })
  }

  /** Resolves to the open database with a new session. @throws an error with the code 57P03 while it can't be opened */
  async connect(): Promise<PGlite> {
    const current = await this.#whenOpen()
    await current.client.exec('ROLLBACK')
    await current.client.exec('DISCARD ALL')
    current.isReadOnly = false
    this.#check(current)
    return current.client
  }

  /** Resolves to the open database. @throws an error with the code 57P03 while it can't be opened */
  async client(): Promise<PGlite> {
    return (await this.#whenOpen()).client
  }

  /** Sends messages of PostgreSQL's wire protocol to the database that `connect` returned, and resolves to the
   *  response.
   *  @throws an error with the code 57P03 if the database has to be opened again, or 08007 if that came up meanwhile:
   *  what the messages committed may be in its log */
  async run(client: PGlite, messages: Uint8Array): Promise<Uint8Array> {
    const current = this.#current
    if (current?.client !== client) throw beingOpened()
    try {
      await this.#limitWrites(current)
      const parts: Buffer[] = []
      // execProtocolRaw() would keep each response for ever: it parses them for the last execProtocol().
      const onRawData = (data: Uint8Array) => void parts.push(Buffer.from(data))
      await client.runExclusive(() => client.execProtocolRawStream(messages, { onRawData }))
      this.#check(current, outcomeUnknown)
      return Buffer.concat(parts)
    } catch (error) {
      // PGlite responds to an error in a query. It throws only if its memory can't be trusted any more.
      current.failure ??= 'it stopped'
      this.#check(current, outcomeUnknown)
      throw error
    }
  }

  /** Resolves once all commits so far are on the disk.
   *  @throws an error with the code 08007 if the database has to be opened again: its log may have them */
  async whenSynced(): Promise<void> {
    const current = this.#current
    if (!current) throw outcomeUnknown()
    await current.whenSynced().catch(() => {
      current.failure ??= 'a sync failed'
    })
    this.#check(current, outcomeUnknown)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#attempt.catch(() => {})
    await this.#current?.client.close()
  }

  async #whenOpen() {
    await this.#attempt.catch(() => {})
    if (!this.#current) throw beingOpened()
    return this.#current
  }

  async #open() {
    const failed: { failure?: string } = {}
    const opened = await this.#deps.open((reason) => {
      failed.failure ??= reason
    })
    this.#current = Object.assign(failed, { ...opened, isReadOnly: false })
  }

  async #limitWrites(current: Current) {
    const isDiskLow = this.#deps.isDiskLow()
    if (isDiskLow === current.isReadOnly || current.client.isInTransaction()) return
    await current.client.exec(`SET default_transaction_read_only = ${isDiskLow}`)
    current.isReadOnly = isDiskLow
  }

  // PostgreSQL ends all its processes if the log can't be written, and recovers from the log. PGlite would go on with
  // pages that the log does not have.
  #check(current: Current, toError = beingOpened) {
    if (current.failure === undefined) return
    if (this.#current === current) {
      this.#current = undefined
      this.#deps.report(`the embedded database can't be written (${current.failure}) and is opened again`)
      void current.abandon().catch(() => {})
      void this.#reopen()
    }
    throw toError()
  }

  async #reopen() {
    while (!this.#isClosed) {
      this.#attempt = this.#open()
      const isOpen = await this.#attempt.then(
        () => true,
        () => false,
      )
      if (isOpen) return this.#deps.report('the embedded database is open again')
      await sleep(retryMs, undefined, { ref: false })
    }
  }
}

// cannot_connect_now: https://www.postgresql.org/docs/current/errcodes-appendix.html
function beingOpened() {
  return Object.assign(new Error('the embedded database is being opened again'), { code: '57P03' })
}

// transaction_resolution_unknown
function outcomeUnknown() {
  return Object.assign(new Error('the embedded database failed, perhaps after a commit'), { code: '08007' })
}
