import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { booking } from '#server/database/schema/booking.ts'
import { treatment } from '#server/database/schema/treatment.ts'

const allTreatments = prepared((db) =>
  db.select().from(treatment).orderBy(asc(treatment.position), asc(treatment.name)).prepare('all_treatments'),
)

/** Lists the treatments in the clinic's order. Prices in cents. */
export async function listTreatments(db: Db) {
  return allTreatments(db).execute()
}

const treatmentsAndTaken = prepared((db) => {
  const taken = db
    .select({ slots: sql<string[] | null>`json_agg(${booking.slot})`.as('taken_slots') })
    .from(booking)
    .where(
      and(
        eq(booking.date, sql.placeholder('date')),
        eq(booking.treatmentId, treatment.id),
        isNull(booking.cancelledAt),
      ),
    )
    .as('taken')
  return db
    .select({
      id: treatment.id,
      name: treatment.name,
      // As JSON, because pg parses PostgreSQL arrays character by character in JavaScript.
      slots: sql<string[]>`to_json(${treatment.slots})`,
      price: treatment.price,
      taken: taken.slots,
    })
    .from(treatment)
    .leftJoinLateral(taken, sql`true`)
    .orderBy(asc(treatment.position), asc(treatment.name))
    .prepare('treatments_and_taken')
})

/** Lists the treatments with the slots that are taken on a day. The cost does not depend on the bookings of other days. */
export async function listTreatmentsAndTaken(db: Db, date: IsoDate) {
  return treatmentsAndTaken(db).execute({ date })
}
