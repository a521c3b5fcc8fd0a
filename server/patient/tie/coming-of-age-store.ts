import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { comingOfAgeDays } from '#contract/patient/coming-of-age.ts'
import type { Db } from '#server/database/db.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { isCurrent, isLiving } from '../store.ts'

/** The day from which a patient decides themselves, as in tie_sees.sql. */
const adultOn = sql`(${patient.birthDate} + make_interval(years => ${clinic.adultAge}))::date`

/** Lists the living patients who come of age around the clinic's day `today`, and for whom an account acts since before
 *  and without their agreement, in the order of that day. */
export async function listComingOfAge(db: Db, today: IsoDate) {
  const { id, name, birthDate } = patient
  return db
    .select({
      id,
      name,
      birthDate: sql<IsoDate>`${birthDate}`,
      adultOn: sql<IsoDate>`to_char(${adultOn}, 'YYYY-MM-DD')`,
      guardians: sql<string[]>`array_agg(${user.name} order by ${patientUser.createdAt}, ${user.name})`,
    })
    .from(patientUser)
    .innerJoin(user, eq(user.id, patientUser.userId))
    .innerJoin(patient, eq(patient.id, patientUser.patientId))
    .innerJoin(clinic, sql`true`)
    .where(
      and(
        ...[ne(patientUser.relation, 'self'), isNull(patientUser.agreedAt), isCurrent, isLiving],
        sql`${adultOn} between ${today}::date - ${comingOfAgeDays}::int and ${today}::date + ${comingOfAgeDays}::int`,
        sql`${patientUser.createdAt}::date < ${adultOn}`,
      ),
    )
    .groupBy(id, clinic.adultAge)
    .orderBy(asc(adultOn), asc(sql`lower(${name})`), asc(id))
}
