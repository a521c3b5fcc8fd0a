import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientBase, escapeIdentifier, type Pool } from 'pg'
import type { Listen, NotificationHandlers } from '../db.ts'

// Together less than the second within which a change must be known everywhere.
const heartbeat = 400
const tick = 100
const maxSilentTicks = 5

/** Listens on a connection of its own. A connection that breaks, or that stays silent for half a second (a cable pulled, a
 *  primary gone), is given up and made anew. */
export function listenOnPostgres(connectionString: string, log: FastifyBaseLogger): Listen {
  return async (handlers, onState) => {
    const ended = new AbortController()
    let current: Client | undefined

    const connect = async () => {
      const client = new Client({
        connectionString,
        connectionTimeoutMillis: 5_000,
        application_name: 'dental-clinic listen',
      })
      current = client
      client.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''))
      const lost = new Promise<unknown>((resolve) => client.on('error', resolve).on('end', () => resolve('closed')))
      await client.connect()
      for (const channel of Object.keys(handlers)) await client.query(`LISTEN ${escapeIdentifier(channel)}`)
      onState(true)
      return { client, lost }
    }

    const keep = async (connection: Awaited<ReturnType<typeof connect>>) => {
      const reason = await Promise.race([connection.lost, untilSilent(connection.client, ended.signal)])
      onState(false)
      connection.client.end().catch(() => {})
      if (!ended.signal.aborted) log.warn({ reason: String(reason) }, 'lost the connection that hears of changes')
    }

    const run = async (first: Awaited<ReturnType<typeof connect>>) => {
      await keep(first)
      while (!ended.signal.aborted) {
        await pause(heartbeat)
        if (ended.signal.aborted) return
        await connect().then(keep, () => current?.end().catch(() => {}))
      }
    }

    const running = run(await connect())
    return async () => {
      ended.abort()
      await current?.end().catch(() => {})
      await running
    }
  }
}

/** Listens on the one connection of `pool`, and on each that takes its place after an error. */
export async function listenOnOnlyConnection(
  pool: Pool,
  handlers: NotificationHandlers,
  onState: (connected: boolean) => void,
) {
  const listen = async (client: ClientBase) => {
    client.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''))
    for (const channel of Object.keys(handlers)) await client.query(`LISTEN ${escapeIdentifier(channel)}`)
    onState(true)
  }
  const again = (client: ClientBase) => void listen(client).catch(() => onState(false))
  const client = await pool.connect()
  await listen(client)
  client.release()
  pool.on('connect', again)
  return async () => {
    pool.off('connect', again)
  }
}

async function untilSilent(client: Client, ended: AbortSignal): Promise<unknown> {
  while (!ended.aborted) {
    await pause(heartbeat)
    const answer = client.query('SELECT 1').then(
      () => 'answered',
      (error) => error,
    )
    // Ticks, not a time: a process that is only busy reads, between two of them, the answer that has long arrived.
    let heard: unknown = 'silent'
    for (let ticks = 0; ticks < maxSilentTicks && heard === 'silent'; ticks += 1) {
      heard = await Promise.race([answer, pause(tick).then(() => 'silent')])
    }
    if (heard !== 'answered') return heard
  }
  return 'ended'
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
