import { and, asc, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm'
import type { CancelPolicy } from '#contract/booking/patient-changes.ts'
import { readClinic } from '#server/clinic/store.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import {
  block,
  chair,
  chairTreatment,
  clinicDay,
  clinicDayHours,
  clinicHours,
  clinicPolicy,
  doctorAbsence,
  doctorHours,
  doctorTreatment,
} from '#server/database/schema/calendar.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import type { Busy } from './rules/free-times.ts'
import { type DoctorRule, inOrder, type Rules, toWeek, type WeekdayPeriod } from './rules/rules.ts'

/** Longest time from an appointment's start until its doctor is free, which the checks on `treatment` limit. */
const longestBusyMs = 10 * 3_600_000

/** Reads all rules from one state of the database.
 *  @throws Error if `addFirstRules` has not run */
export function readRules(db: Db): Promise<Rules> {
  return db.transaction(readRulesIn, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/** Reads all rules as a transaction sees them.
 *  @throws Error if `addFirstRules` has not run */
export async function readRulesIn(tx: Db): Promise<Rules> {
  const [policy] = await tx.select().from(clinicPolicy)
  if (!policy) throw new Error('The clinic has no rules')
  const hours = await tx.select().from(clinicHours)
  const treatments = await tx
    .select()
    .from(treatment)
    .where(isNull(treatment.retiredAt))
    .orderBy(asc(treatment.position), asc(treatment.name))
  const chairs = await tx.select().from(chair).where(isNull(chair.retiredAt)).orderBy(asc(chair.name))
  const clinic = await readClinic(tx)
  return {
    version: policy.version,
    clinic,
    timeZone: clinic.timeZone,
    policy,
    week: toWeek(hours.map(({ weekday, opens, closes }) => ({ weekday, from: opens, until: closes }))),
    days: await readDays(tx),
    treatments,
    doctors: await readDoctors(tx),
    chairs: chairs.map(({ id }) => id),
    chairTreatments: await readChairTreatments(tx),
    blocks: await readBlocks(tx),
  }
}

async function readChairTreatments(tx: Db): Promise<Rules['chairTreatments']> {
  const byChair = Map.groupBy(await tx.select().from(chairTreatment), ({ chairId }) => chairId)
  return new Map([...byChair].map(([id, rows]) => [id, new Set(rows.map(({ treatmentId }) => treatmentId))]))
}

async function readBlocks(tx: Db): Promise<Rules['blocks']> {
  const rows = await tx
    .select({ ...getTableColumns(block), chairName: chair.name })
    .from(block)
    .leftJoin(chair, eq(chair.id, block.chairId))
    .orderBy(asc(block.firstDay), asc(block.id))
  return rows.map(({ firstDay, lastDay, fromMinutes, untilMinutes, ...row }) => ({
    ...row,
    firstDay,
    lastDay,
    from: fromMinutes,
    until: untilMinutes,
  }))
}

async function readDays(tx: Db): Promise<Rules['days']> {
  const days = await tx.select().from(clinicDay)
  const hours = Map.groupBy(await tx.select().from(clinicDayHours), ({ date }) => date)
  return new Map(
    days.map(({ date, note }) => {
      const periods = (hours.get(date) ?? []).map(({ opens, closes }) => ({ from: opens, until: closes }))
      return [date, { note, periods: inOrder(periods) }]
    }),
  )
}

async function readDoctors(tx: Db): Promise<DoctorRule[]> {
  const doctors = await tx.select().from(doctor).where(isNull(doctor.leftAt)).orderBy(asc(doctor.name), asc(doctor.id))
  const performed = Map.groupBy(await tx.select().from(doctorTreatment), ({ doctorId }) => doctorId)
  const hours = Map.groupBy(await tx.select().from(doctorHours), ({ doctorId }) => doctorId)
  const absences = Map.groupBy(await tx.select().from(doctorAbsence), ({ doctorId }) => doctorId)
  return doctors.map(({ id, ...doctor }) => ({
    ...{ id, name: doctor.name, img: doctor.img, specialty: doctor.specialty },
    ...{ languages: doctor.languages, sentence: doctor.sentence },
    lastDay: doctor.lastDay,
    treatmentIds: new Set(performed.get(id)?.map(({ treatmentId }) => treatmentId)),
    ...toWeeks(hours.get(id)),
    absences: (absences.get(id) ?? []).map(({ firstDay, lastDay }) => ({
      firstDay,
      lastDay,
    })),
  }))
}

/** Returns the hours of a doctor in weeks A, or in every week, and in weeks B if these differ. */
function toWeeks(hours: (typeof doctorHours.$inferSelect)[] | undefined): Pick<DoctorRule, 'week' | 'weekB'> {
  const weekWithout = (other: number) =>
    hours &&
    toWeek(
      hours
        .filter(({ week }) => week !== other)
        .map(({ weekday, starts, ends }) => ({ weekday, from: starts, until: ends })),
    )
  const isAlternating = hours?.some(({ week }) => week !== 0) ?? false
  return { week: weekWithout(2), weekB: isAlternating ? weekWithout(1) : undefined }
}

// Grouped, because rows are what takes time: a month of a busy clinic has 2,000 bookings in 100 groups.
const busyBetween = prepared((db) =>
  db
    .select({
      treatmentId: booking.treatmentId,
      doctorId: booking.doctorId,
      chairId: booking.chairId,
      from: sql<number[]>`json_agg(date_part('epoch', ${booking.startsAt}) * 1000)`,
      until: sql<number[]>`json_agg(date_part('epoch', upper(${booking.busy})) * 1000)`,
    })
    .from(booking)
    .where(
      and(isLive, gt(booking.startsAt, sql.placeholder('earliest')), lt(booking.startsAt, sql.placeholder('until'))),
    )
    .groupBy(booking.treatmentId, booking.doctorId, booking.chairId)
    .prepare('busy_between'),
)

/** Lists what is busy between two instants (Unix, ms). The cost does not depend on bookings of other days. */
export async function listBusy(db: Db, from: number, until: number): Promise<Busy[]> {
  const groups = await busyBetween(db).execute({
    earliest: new Date(from - longestBusyMs),
    until: new Date(until),
  })
  return groups
    .flatMap(({ from: starts, until: ends, ...rest }) =>
      starts.map((start, i) => ({ ...rest, from: start, until: ends[i] ?? start })),
    )
    .filter((busy) => busy.until > from)
}

/** Replaces a doctor's weekly hours. Without any, the doctor works whenever the clinic is open. With `hoursB`, these
 *  and `hours` take turns. */
export async function replaceDoctorHours(
  db: Db,
  doctorId: string,
  hours: readonly WeekdayPeriod[],
  hoursB?: readonly WeekdayPeriod[],
): Promise<void> {
  await db.delete(doctorHours).where(eq(doctorHours.doctorId, doctorId))
  const toRows = (periods: readonly WeekdayPeriod[], week: number) =>
    periods.map(({ weekday, from, until }) => ({ doctorId, weekday, starts: from, ends: until, week }))
  const rows = hoursB ? [...toRows(hours, 1), ...toRows(hoursB, 2)] : toRows(hours, 0)
  if (rows.length > 0) await db.insert(doctorHours).values(rows)
}

/** Returns a doctor's hours of weeks B; undefined if every week is the same. */
export async function findHoursB(db: Db, doctorId: string): Promise<WeekdayPeriod[] | undefined> {
  const hours = await db.select().from(doctorHours).where(eq(doctorHours.doctorId, doctorId))
  if (hours.every(({ week }) => week === 0)) return undefined
  const ofB = hours.filter(({ week }) => week === 2)
  return ofB.map(({ weekday, starts, ends }) => ({ weekday, from: starts, until: ends }))
}

/** Returns the names of doctors by their id, of those who left too. */
export async function namesOfDoctors(db: Db): Promise<Map<string, string>> {
  const doctors = await db.select({ id: doctor.id, name: doctor.name }).from(doctor)
  return new Map(doctors.map(({ id, name }) => [id, name]))
}

type ChangePolicy = CancelPolicy & { version: number; deskRefundDollars: number; noShowFeeDollars: number }

const changePolicy = {
  version: clinicPolicy.version,
  freeCancelHours: clinicPolicy.freeCancelHours,
  graceMinutes: clinicPolicy.graceMinutes,
  deskRefundDollars: clinicPolicy.deskRefundDollars,
  noShowFeeDollars: clinicPolicy.noShowFeeDollars,
}

/** Returns what the clinic's policy says about changes. */
export async function readPolicy(tx: Db): Promise<ChangePolicy> {
  const [policy] = await tx.select(changePolicy).from(clinicPolicy)
  if (!policy) throw new Error('The clinic has no policy')
  return policy
}

/** Returns the same, and whether patients book a treatment themselves. */
export async function readPolicyOf(db: Db, treatmentId: string): Promise<ChangePolicy & { isOnline: boolean }> {
  const isOffered = sql`exists (select from ${treatment}
    where ${treatment.id} = ${treatmentId} and ${treatment.online} and ${treatment.retiredAt} is null)`
  const isOnline = sql<boolean>`${clinicPolicy.onlineBooking} and ${isOffered}`
  const [policy] = await db.select({ ...changePolicy, isOnline }).from(clinicPolicy)
  if (!policy) throw new Error('The clinic has no policy')
  return policy
}
