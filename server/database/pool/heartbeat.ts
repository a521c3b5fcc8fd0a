import type { QueryResult } from 'pg'

type Query = { query: (config: { name: string; text: string }) => Promise<QueryResult> }

/** How old what an instance reads may be, by what the primary has confirmed. */
export type Heartbeat = {
  /** Returns the seconds since the primary surely had nothing newer than what is read here; undefined while that is
   *  no more than a moment. */
  age: () => number | undefined
  /** Notes that data were read that are this old, in seconds. */
  saw: (seconds: number) => void
  stop: () => void
}

const everyMs = 500
/** Half of the bound of reads from a standby: a beat that comes in time is younger. */
const momentSeconds = 1.5

/** Renews the heartbeat at the primary twice a second. The row is there once two nodes have it, so that a primary
 *  without its synchronous standby has an old one.
 *  @param now returns milliseconds */
export function startHeartbeat(primary: Query, now = () => performance.now()): Heartbeat {
  let currentAt = now()
  let isBeating = false
  const saw = (seconds: number, at = now()) => {
    currentAt = Math.max(currentAt, at - seconds * 1_000)
  }
  const beat = async () => {
    if (isBeating) return
    isBeating = true
    const startedAt = now()
    try {
      const { rows } = await primary.query(renewal)
      const { renewed, age } = rows[0] as { renewed: boolean; age: number | null }
      saw(renewed ? 0 : (age ?? Number.POSITIVE_INFINITY), startedAt)
    } catch {
      // The age says it.
    } finally {
      isBeating = false
    }
  }
  void beat()
  const timer = setInterval(beat, everyMs)
  timer.unref()
  return {
    age: () => {
      const seconds = (now() - currentAt) / 1_000
      return seconds > momentSeconds ? Math.ceil(seconds) : undefined
    },
    saw: (seconds) => saw(seconds),
    stop: () => clearInterval(timer),
  }
}

// One of several instances renews it. After a failover the clock may be behind that of the former primary.
const renewal = {
  name: 'heartbeat_renewal',
  text: `WITH renewed AS (
      INSERT INTO heartbeat (id, at) VALUES (1, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET at = excluded.at
        WHERE heartbeat.at NOT BETWEEN excluded.at - interval '400 milliseconds' AND excluded.at RETURNING 1)
    SELECT EXISTS (SELECT FROM renewed) AS renewed,
      (SELECT greatest(0, extract(epoch FROM clock_timestamp() - at)) FROM heartbeat)::float8 AS age`,
}

const question = {
  name: 'heartbeat_age',
  text: 'SELECT greatest(0, extract(epoch FROM clock_timestamp() - at))::float8 AS age FROM heartbeat',
}

/** Returns the seconds since the primary confirmed the newest change that a node has, by that node's clock; infinity
 *  if that is unknown. */
export async function ageOf(node: Query): Promise<number> {
  const { rows } = await node.query(question)
  return (rows[0] as { age: number } | undefined)?.age ?? Number.POSITIVE_INFINITY
}
