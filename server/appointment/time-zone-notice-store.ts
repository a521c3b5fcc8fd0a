import { sql } from 'drizzle-orm'
import { contactAbout } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { insertColumns } from '#server/database/insert-columns.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import type { Contact } from '#server/patient/contact-store.ts'

/** An appointment that has another instant at the same time on the clock. Unix times in ms. */
export type Shifted = { id: string; from: number; to: number }

/** Raises the sequence of appointments whose day and slot stay, so that calendar files and feeds have their new
 *  instants. Nobody is told: notices that wait stay current, and sent reminders count for the new instant. */
export async function shiftQuietly(tx: Db, shifted: readonly Shifted[]): Promise<void> {
  if (shifted.length === 0) return
  const instant = (field: keyof Shifted) => sql`to_timestamp((row ->> ${field})::float8 / 1000)`
  await tx.execute(sql`
    with shifted as (
      select (row ->> 'id')::uuid as id, ${instant('from')} as former, ${instant('to')} as present
      from jsonb_array_elements(${JSON.stringify(shifted)}::jsonb) as row
    )
    update ${appointmentNotice} as notice
    set starts_at = present, sequence = notice.sequence + case when notice.kind = 'reminder' then 0 else 1 end
    from shifted join ${booking} on booking.id = shifted.id
    where notice.booking_id = shifted.id and case
      when notice.kind <> 'reminder' then notice.sequence = booking.sequence
      else notice.starts_at = former and not exists (
        select from ${appointmentNotice} as other
        where other.booking_id = notice.booking_id and other.kind = 'reminder' and other.starts_at = present
          and other.hours_before = notice.hours_before
      )
    end`)
  await raiseSequence(
    tx,
    shifted.map(({ id }) => id),
  )
}

/** Raises the sequence of appointments that have another time on the clock, and adds the notices that tell their
 *  patients. Returns by which means each is reached. */
export async function announceOtherClock(tx: Db, ids: readonly string[]): Promise<Contact[]> {
  if (ids.length === 0) return []
  await raiseSequence(tx, ids)
  const those = sql`${booking.id} in (${idsIn(ids)})`
  await tx.insert(appointmentNotice).select(sql`
    select ${insertColumns(appointmentNotice, {
      bookingId: booking.id,
      kind: sql`'moved'`,
      sequence: booking.sequence,
      startsAt: booking.startsAt,
    })}
    from ${booking} where ${those}`)
  const rows = await tx
    .select({ contact: contactAbout('change') })
    .from(booking)
    .where(those)
  return rows.map(({ contact }) => contact)
}

// In a statement of its own: a change of sequence and instant at once would add a notice by itself
// (server/database/functions/add_appointment_notice.sql).
async function raiseSequence(tx: Db, ids: readonly string[]) {
  await tx.execute(sql`update ${booking} set sequence = sequence + 1 where id in (${idsIn(ids)})`)
}

// One parameter, however many there are.
const idsIn = (ids: readonly string[]) =>
  sql`select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`
