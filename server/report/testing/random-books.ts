import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const dentists = [uuid(901), uuid(902), uuid(903)]
const methods = ['cash', 'terminal', 'transfer', 'insurer']

/** Returns numbers from 0 to below 1 that are the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

type Tools = {
  pick: <T>(list: readonly T[]) => T
  below: (count: number) => number
  anyDay: () => IsoDate
  minutes: () => number
  treatments: readonly string[]
  patients: readonly string[]
}

/** Returns the statements of each change of an appointment. */
function changesOf({
  pick,
  below,
  anyDay,
  minutes,
  treatments,
  patients,
}: Tools): Record<string, (id: string) => SQL[]> {
  return {
    move: (id) => {
      const { date, slot, starts, length } = timed(anyDay(), minutes(), 30)
      return [
        sql`update booking set date = ${date}, slot = ${slot}, starts_at = ${starts}, ends_at = ${starts} + ${length},
          busy = tstzrange(${starts}, ${starts} + ${length}), doctor_id = ${pick([...dentists, null])} where id = ${id}`,
      ]
    },
    cancel: (id) => [
      sql`update booking set status = 'cancelled', cancel_reason = 'ill', cancelled_at = starts_at - make_interval(hours => ${below(300) - 5})
        where id = ${id} and status <> 'cancelled'`,
    ],
    mark: (id) => [
      sql`update booking set status = ${pick(['done', 'no-show', 'booked'])} where id = ${id} and status <> 'cancelled'`,
    ],
    reprice: (id) => [
      sql`update charge set voided_at = now() where booking_id = ${id} and kind <> 'credit' and voided_at is null
        and exists (select from booking where id = ${id} and received = 0 and credited = 0)`,
      sql`insert into charge (booking_id, kind, words, amount, made_by) select ${id}, 'treatment', 'x', ${100 * below(200)}, 'a'
        where not exists (select from charge where booking_id = ${id} and kind <> 'credit' and voided_at is null)`,
    ],
    retreat: (id) => [sql`update booking set treatment_id = ${pick(treatments)} where id = ${id}`],
    otherPatient: (id) => [sql`update booking set patient_id = ${pick(patients)} where id = ${id}`],
    pay: (id) => [
      sql`insert into payment (id, booking_id, method, amount) select gen_random_uuid(), id, ${pick(methods)},
        greatest(1, (owed * ${pick([0.5, 1])}::float8)::int) from booking where id = ${id} and owed > 0`,
    ],
    void: (id) => [
      sql`update payment set voided_at = now(), void_reason = 'x' where booking_id = ${id} and voided_at is null and refunded = 0`,
    ],
    refund: (id) => [
      sql`insert into refund (id, payment_id, method, amount, reason, state, succeeded_at)
        select gen_random_uuid(), id, method, amount - refunded, 'by-staff', ${sql.raw(pick([`'succeeded', now()`, `'due', null`]))}
        from payment where booking_id = ${id} and voided_at is null and refunded < amount`,
      sql`insert into charge (booking_id, kind, words, amount, refund_id) select ${id}, 'credit', 'Refund', -refund.amount, refund.id
        from refund join payment on payment.id = payment_id where booking_id = ${id}
        and not exists (select from charge where refund_id = refund.id)`,
    ],
    arrive: (id) => [
      sql`update refund set state = 'succeeded', succeeded_at = now() from payment
        where payment.id = payment_id and booking_id = ${id} and state = 'due'`,
    ],
    comeBack: (id) => [
      sql`update refund set state = 'failed', succeeded_at = null from payment
        where payment.id = payment_id and booking_id = ${id} and state = 'succeeded'`,
    ],
    delete: (id) => [
      sql`delete from booking where id = ${id} and not exists (select from payment where booking_id = ${id})`,
    ],
  }
}

const timed = (day: IsoDate, start: number, length: number) => ({
  date: day,
  slot: formatSlot(start, start + length),
  starts: sql`((${day}::date + make_interval(mins => ${start})) at time zone 'America/New_York')`,
  length: sql`make_interval(mins => ${length})`,
})

/** Opens a clinic at random: `step()` books, moves, cancels, marks, reprices, pays, voids, refunds or deletes one of
 *  its appointments, in a transaction, around `today`. */
export async function openRandomBooks(db: Db, seed: number, today: IsoDate) {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('Nothing to pick from')
    return found
  }
  const ids = (query: ReturnType<typeof sql>) => selectRows<{ id: string }>(db, query)
  await db.execute(
    sql`insert into photo (id, url) values (${randomUUID()}, 'https://pictures.example/a.webp') on conflict do nothing`,
  )
  for (const [at, id] of dentists.entries())
    await db.execute(sql`insert into doctor (id, name, email, specialty, img) values (${id}, ${`Dr. ${at}`},
      ${`d${at}@clinic.example`}, (select name from treatment limit 1), 'https://pictures.example/a.webp')`)
  const patients = Array.from({ length: 40 }, () => randomUUID())
  for (const id of patients) await db.execute(sql`insert into patient (id, name, email) values (${id}, 'P', null)`)
  const treatments = (await ids(sql`select id from treatment order by name`)).map(({ id }) => id)
  const minutes = () => 480 + 15 * below(36)
  const anyDay = () => addDays(today, below(120) - 80)
  const made: string[] = []

  const steps = changesOf({ pick, below, anyDay, minutes, treatments, patients })

  // The appointment first, in the order of every other transaction.
  const change = (step: string, id: string) => [
    sql`select from booking where id = ${id} for update`,
    ...(steps[step]?.(id) ?? []),
  ]
  const book = () => {
    const id = randomUUID()
    made.push(id)
    const { date, slot, starts, length } = timed(anyDay(), minutes(), pick([30, 45, 90]))
    return [
      sql`insert into booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone,
          created_at, starts_at, ends_at, busy, doctor_id, overridden, second_that_day)
        select ${id}, id, name, ${date}, ${slot}, price, ${pick(patients)}, '', 'P', '1',
          ${starts} - make_interval(hours => ${below(2_500)}), ${starts}, ${starts} + ${length},
          tstzrange(${starts}, ${starts} + ${length}), ${pick([...dentists, null])}, true, true
        from treatment where id = ${pick(treatments)}`,
    ]
  }
  return {
    /** Makes one change at random. `share`: how many of the changes are new appointments. */
    step: async (share = 0.35): Promise<void> => {
      const isNew = made.length < 20 || random() < share
      const statements = isNew ? book() : change(pick(Object.keys(steps)), pick(made))
      const run = db.transaction(async (tx) => {
        for (const statement of statements) await tx.execute(statement)
      })
      await run.catch(ignoreRefusals)
    },
  }
}

/** What the rules of the books refuse changes nothing: a constraint. */
function ignoreRefusals(error: unknown) {
  const code = String((error as { cause?: { code?: unknown } }).cause?.code)
  if (!code.startsWith('23')) throw error
}
