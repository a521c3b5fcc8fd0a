import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './parts/cluster.ts'
import type { RunningTraffic } from './traffic.ts'

/** What is left of a fault, counted while no call is under way. All but `compared` should be 0. */
export type Findings = {
  /** Appointments whose state was compared with what patients were told. */
  compared: number
  lost: number
  doubleBookings: number
  unsettledPayments: number
  signedOut: number
  /** Days on which the apps show different free times. */
  differentDays: number
}

// The reconciliation runs every two minutes.
const settledTimeoutMs = 200_000
const pollMs = 1_000
const daysToCompare = 40

/** Compares what patients were told with the database, the card provider and each app. Waits for payments that are
 *  still to be settled. */
export async function inspect(cluster: Cluster, traffic: RunningTraffic): Promise<Findings> {
  const client = new Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  try {
    const deadline = performance.now() + settledTimeoutMs
    let found = await traffic.compare()
    let unmatched = await countUnmatchedCharges(client)
    while (found.unpaid.length + unmatched > 0 && performance.now() < deadline) {
      await sleep(pollMs)
      found = await traffic.compare()
      unmatched = await countUnmatchedCharges(client)
    }
    return {
      compared: found.compared,
      lost: found.wrong.length,
      doubleBookings: (await countOverlaps(client, 'doctor_id')) + (await countOverlaps(client, 'chair_id')),
      unsettledPayments: Math.max(found.unpaid.length, unmatched),
      signedOut: await countSignedOut(cluster, traffic.sessions),
      differentDays: await countDifferentDays(cluster, traffic.latestDates(daysToCompare)),
    }
  } finally {
    await client.end()
  }
}

async function countUnmatchedCharges(client: Client): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM sandbox.intent WHERE status = 'succeeded'
    AND NOT EXISTS (SELECT FROM booking WHERE booking.transaction_id = intent.id)`)
  return rows[0].count
}

/** Returns how many appointments overlap the one before of their dentist or chair. */
export async function countOverlaps(client: Client, column: 'doctor_id' | 'chair_id'): Promise<number> {
  const { rows } = await client.query(`
    SELECT count(*)::int AS count FROM (
      SELECT busy, max(upper(busy)) OVER (PARTITION BY ${column} ORDER BY lower(busy)
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS previous_end
      FROM booking WHERE status <> 'cancelled' AND NOT overridden AND ${column} IS NOT NULL
    ) AS ordered WHERE lower(busy) < previous_end`)
  return rows[0].count
}

async function countSignedOut({ apps }: Cluster, cookies: readonly string[]): Promise<number> {
  let count = 0
  for (const [index, cookie] of cookies.entries()) {
    const answer = await fetch(`${apps[index % apps.length]?.url}/api/auth/get-session`, { headers: { cookie } })
    if (!answer.ok || !(await answer.text()).includes('"user"')) count += 1
  }
  return count
}

async function countDifferentDays({ apps }: Cluster, dates: readonly string[]): Promise<number> {
  let count = 0
  for (const date of dates) {
    const answers = apps.map(async ({ url }) =>
      (await fetch(`${url}/available?date=${encodeURIComponent(date)}`)).text(),
    )
    if (new Set(await Promise.all(answers)).size > 1) count += 1
  }
  return count
}
