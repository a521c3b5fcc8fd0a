import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinicDay } from '#server/database/schema/calendar.ts'
import type { Server } from '#server/testing/server-process.ts'
import { changeData } from './change-data.ts'

/** Closes the clinic on a day. */
export function closeDay(server: Server, date: IsoDate, note: string): Promise<void> {
  return changeData(server, (db) => db.insert(clinicDay).values({ date, note }))
}
