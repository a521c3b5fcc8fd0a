import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** A row that a node confirmed. `at`: in ms since the beginning. */
export type Confirmed = { node: string; number: number; at: number }

const everyMs = 50
const patienceMs = 3_000

/** Writes rows to each node itself, past HAProxy, and keeps those that a node confirmed: what shows whether two nodes
 *  took themselves for the primary. */
export async function startWriters(
  nodes: readonly { name: string; url: string }[],
  { primary, elapsed }: { primary: string; elapsed: () => number },
) {
  await once(primary, 'CREATE TABLE IF NOT EXISTS cut_probe (number bigint PRIMARY KEY, node text NOT NULL)')
  // Numbers begin at 1 again, after those of an earlier cut.
  await once(primary, 'TRUNCATE cut_probe')
  const confirmed: Confirmed[] = []
  let number = 0
  let isOver = false
  const write = async ({ name, url }: { name: string; url: string }) => {
    while (!isOver) {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
      client.on('error', () => undefined)
      try {
        await client.connect()
        while (!isOver) {
          number += 1
          const own = number
          await within(client.query('INSERT INTO cut_probe VALUES ($1, $2)', [own, name]), patienceMs)
          confirmed.push({ node: name, number: own, at: elapsed() })
          await sleep(everyMs)
        }
      } catch {
        await sleep(everyMs)
      } finally {
        // A server behind a cut wire does not answer the farewell.
        client.end().catch(() => undefined)
      }
    }
  }
  const running = nodes.map(write)
  return {
    confirmed,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
    /** Returns how many of the confirmed rows are not in the database. */
    countLost: async () => {
      const { rows } = await once(primary, 'SELECT number FROM cut_probe')
      const kept = new Set(rows.map((row) => Number(row.number)))
      return confirmed.filter((each) => !kept.has(each.number)).length
    },
  }
}

async function once(connectionString: string, text: string) {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

function within<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  answer.catch(() => undefined)
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error('no answer')
  })
  return Promise.race([answer, late])
}
