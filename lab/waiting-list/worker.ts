// Offers what is free at NOW in the database at DATABASE_URL, as a process of its own that is killed meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { offerFreedTimes } from '#server/waiting-list/offering/round.ts'
import { openOfferTokens } from '#server/waiting-list/taking/token.ts'
import { nodeArgs } from '#testbed/node-args.ts'

/** Stands for the jobs that send emails: the rows of the emails stay. */
const jobs = { enqueue: async () => true, wake: () => {} } as unknown as Jobs

/** Offers what is free at `now`, as the job does. */
export function offerAt(db: Db, now: Date): Promise<void> {
  const offerTokens = openOfferTokens('a secret that only the simulation knows')
  const deps = { db, clock: () => now, publicUrl: 'https://clinic.example', jobs, offerTokens }
  return offerFreedTimes(deps, new AbortController().signal)
}

/** Starts a process that offers what is free at `now`, and kills it `afterMs` after it has begun. */
export async function killInRound({ databaseUrl, now, afterMs }: { databaseUrl: string; now: Date; afterMs: number }) {
  const child = spawn(process.execPath, [...nodeArgs, import.meta.filename], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NOW: now.toISOString() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  await sleep(afterMs)
  child.kill('SIGKILL')
  await exited
}

if (import.meta.main) {
  const { DATABASE_URL: databaseUrl = '', NOW: now = '' } = process.env
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, pino({ level: 'silent' }))
  process.stdout.write('begun\n')
  await offerAt(db, new Date(now))
  await close()
}
