import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientBase, escapeIdentifier, type Pool } from 'pg'
import type { Listen, NotificationHandlers } from '../db.ts'

// Every instance must know of a change within a second, so heartbeat and timeout together take less.
const heartbeatMs = 400
const tickMs = 100
const maxSilentTicks = 5

/** Listens on a dedicated connection. Replaces a connection that breaks or does not respond for half a second, for
 *  example after a network failure or a failover. */
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

    const superviseUntilLost = async (connection: Awaited<ReturnType<typeof connect>>) => {
      const reason = await Promise.race([connection.lost, untilSilent(connection.client, ended.signal)])
      onState(false)
      connection.client.end().catch(() => {})
      if (!ended.signal.aborted) log.warn({ reason: String(reason) }, 'lost the connection that listens for changes')
    }

    const run = async (first: Awaited<ReturnType<typeof connect>>) => {
      await superviseUntilLost(first)
      while (!ended.signal.aborted) {
        await pause(heartbeatMs)
        if (ended.signal.aborted) return
        await connect().then(superviseUntilLost, () => current?.end().catch(() => {}))
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

/** Listens on the only connection of `pool`, and on each connection that replaces it after an error. */
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
  const listenAgain = (client: ClientBase) => void listen(client).catch(() => onState(false))
  const client = await pool.connect()
  await listen(client)
  client.release()
  pool.on('connect', listenAgain)
  return async () => {
    pool.off('connect', listenAgain)
  }
}

async function untilSilent(client: Client, ended: AbortSignal): Promise<unknown> {
  while (!ended.aborted) {
    await pause(heartbeatMs)
    const response = client.query('SELECT 1').then(
      () => 'ok',
      (error) => error,
    )
    // Several ticks instead of one timeout, so that a busy process reads a response that has already arrived between
    // two ticks.
    let result: unknown = 'silent'
    for (let ticks = 0; ticks < maxSilentTicks && result === 'silent'; ticks += 1) {
      result = await Promise.race([response, pause(tickMs).then(() => 'silent')])
    }
    if (result !== 'ok') return result
  }
  return 'ended'
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
