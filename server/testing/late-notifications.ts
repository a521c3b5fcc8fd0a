import { randomUUID } from 'node:crypto'
import type { Database, Listen } from '#server/database/db.ts'

// Later than a test's next read, so that one that forgets to wait fails in each run, not in one of a thousand. The
// product promises a second.
const quietMs = 300
const channel = 'word_of_tests'

/** Returns a database whose notifications arrive only when there were none for a while, so that an instance that learns
 *  of its own changes by them fails its tests. `heard` resolves when all of its listeners have heard of what was
 *  committed before the call. */
export function withLateNotifications<Of extends Database>(database: Of): { database: Of; heard: () => Promise<void> } {
  const listeners = new Set<(word: string) => Promise<void>>()

  const listen: Listen = async (handlers, onState) => {
    const awaited = new Map<string, () => void>()
    let pending: (() => void)[] = []
    let timer: NodeJS.Timeout | undefined
    const deliver = () => {
      const due = pending
      pending = []
      for (const handle of due) handle()
    }
    const delay = (handle: (payload: string) => void) => (payload: string) => {
      pending.push(() => handle(payload))
      clearTimeout(timer)
      timer = setTimeout(deliver, quietMs)
    }
    // It arrives after the notifications of all earlier commits.
    const onWord = (word: string) => {
      deliver()
      awaited.get(word)?.()
    }
    const delayed = Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, delay(handle)]))
    const stop = await database.listen({ ...delayed, [channel]: onWord }, onState)
    const hear = (word: string) => new Promise<void>((resolve) => awaited.set(word, resolve))
    listeners.add(hear)
    return () => {
      clearTimeout(timer)
      listeners.delete(hear)
      return stop()
    }
  }

  const heard = async () => {
    const word = randomUUID()
    const all = [...listeners].map((hear) => hear(word))
    await database.executeSql('SELECT pg_notify($1, $2)', [channel, word])
    await Promise.all(all)
  }
  return { database: { ...database, listen }, heard }
}
