import { expect } from 'vitest'
import type { Database } from '#server/database/db.ts'

/** Expects that appointments, charges, payments, refunds, ledger, provider and closed days have
 *  the same sums, that no receipt's number is missing, and that the till was closed so many times. */
export async function agree({ executeSql }: Pick<Database, 'executeSql'>, { closes }: { closes: number }) {
  const numbers = async (query: string) => {
    const { rows } = await executeSql(query)
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
  }
  expect(await numbers(wrongAppointments)).toEqual({ wrong: 0 })
  const received = await numbers(`select sum(amount) filter (where method = 'card-online') as online,
    sum(amount) filter (where method <> 'card-online') as desk from payment where voided_at is null`)
  const refunded = await numbers(`select sum(amount) filter (where method = 'card-online') as online,
    sum(amount) filter (where method = 'card-online' and payment_id is not null) as paid,
    sum(amount) filter (where method <> 'card-online') as desk from refund where state = 'succeeded'`)
  const ledger = await numbers(`select sum(amount) filter (where kind = 'settled') as settled,
    sum(amount) filter (where kind = 'refund-succeeded') as refunded from payment_ledger`)
  expect(ledger).toEqual({ settled: received.online, refunded: refunded.online })
  const provider = await numbers(
    `select sum(amount) as taken, sum(refunded) as refunded from sandbox.charge where failure is null`,
  )
  expect(provider.refunded).toBe(refunded.online)
  // What the provider took beyond the payments of appointments went back.
  expect((provider.taken ?? 0) - (provider.refunded ?? 0)).toBe((received.online ?? 0) - (refunded.paid ?? 0))
  for (const sums of [received, refunded]) expect(Math.min(...Object.values(sums))).toBeGreaterThan(0)
  expect(await numbers(gaps)).toEqual({ gaps: 0, twice: 0 })
  expect(await numbers(`select count(*) as closes from day_close`)).toEqual({ closes })
  expect(await numbers(wrongCloses)).toEqual({ wrong: 0 })
  expect(await numbers(openMoney)).toEqual({ open: 0 })
}

/** The appointments whose sums differ from their rows. */
const wrongAppointments = `
  select count(*) as wrong from booking
  cross join lateral (select coalesce(sum(amount), 0) as owes, coalesce(sum(amount) filter (where kind <> 'credit'), 0) as price
    from charge where booking_id = booking.id and voided_at is null and (charge_id is null
      or exists (select from charge as reduced where reduced.id = charge.charge_id and reduced.voided_at is null))) as charged
  cross join lateral (select coalesce(sum(amount), 0) as received, coalesce(sum(payment.refunded), 0) as back
    from payment where booking_id = booking.id and voided_at is null) as paid
  cross join lateral (select coalesce(sum(refund.amount), 0) as back from refund join payment on payment.id = payment_id
    where booking_id = booking.id and state <> 'void') as returned
  where booking.price <> charged.price or booking.received <> paid.received or paid.back <> returned.back
    or booking.refunding + booking.refunded <> returned.back
    or booking.owed <> charged.owes - paid.received + returned.back
    or (transaction_id is not null) <> (booking.owed <= 0 and booking.received > 0)`

/** The numbers of receipts that are missing, and those that are there twice. */
const gaps = `
  select coalesce(sum(last - many), 0) as gaps, coalesce(sum(many - different), 0) as twice
  from (select max(receipt_count) as last, count(*) as many, count(distinct receipt_count) as different
    from payment group by receipt_year) as years`

/** The closed days whose sum differs from the payments and refunds of their days. */
const wrongCloses = `
  select count(*) as wrong from day_close
  cross join unnest(array['card-online', 'terminal', 'cash', 'transfer', 'insurer']) as known(way)
  where coalesce((expected ->> way)::int, 0) <>
    (select coalesce(sum(amount), 0) from payment where method = way and day between first_day and date and voided_at is null)
    - (select coalesce(sum(refund_entry.amount), 0) from refund_entry join refund on refund.id = refund_id
       where method = way and day between first_day and date)`

/** The payments and refunds at the desk that are in no closed day although all of them are closed, but for those that
 *  came after the last one. */
const openMoney = `
  select count(*) as open from payment
  where day <= (select closed_through from till) and not exists (select from day_close where day between first_day and date)`
