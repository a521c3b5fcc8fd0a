import type { ExecuteSql } from '../db.ts'

/** Sets the clinic's time zone for the migrations that this connection applies. */
export async function setTimeZone(executeSql: ExecuteSql, timeZone: string): Promise<void> {
  await executeSql("SELECT set_config('clinic.time_zone', $1, false)", [timeZone])
}
