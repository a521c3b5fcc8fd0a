import { pino } from 'pino'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { openDatabase } from '#server/database/open.ts'
import { clinicDay } from '#server/database/schema/calendar.ts'
import type { Server } from '#server/testing/server-process.ts'

/** Closes the clinic on a day. The embedded database admits one process, so the server restarts around the change. */
export async function closeDay(server: Server, date: IsoDate, note: string): Promise<void> {
  const { databaseUrl, dataDir } = server
  if (!databaseUrl) await server.kill('SIGTERM')
  const database = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  await database.db.insert(clinicDay).values({ date, note })
  await database.close()
  if (!databaseUrl) await server.restart()
}
