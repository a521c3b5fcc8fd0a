import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeskDay } from '#contract/desk/day.ts'
import type { Till } from '#contract/desk/till.ts'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { selectRows } from '#server/database/rows.ts'
import { foldChanges } from '#server/report/store.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const timeZone = 'America/New_York'
const today = clinicToday(new Date(), timeZone)
const noon = new Date(dayClock(today, timeZone).instantOf(11 * 60 + 40))
const env = { DEMO: 'on', OPENING_HOURS: 'Mo-Su 08:00-17:00' }
let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  server = await openTestApp({ env, clock: () => noon })
  admin = await server.person({ role: 'admin' })
})
afterAll(() => server.close())

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, headers = admin.bearer, payload?: object) =>
  server.app.inject({ method, url, headers, ...(payload && { payload }) })
const get = async <Answer>(url: string): Promise<Answer> => (await send('GET', url)).json()
const dayOf = (date: IsoDate) => get<DeskDay>(`/desk/day?date=${encodeURIComponent(formatMediumDate(date))}`)

/** Counts the rows of each table of the product, with the reports' notes folded into their sums. */
async function countRows(): Promise<Record<string, number>> {
  const { db } = server.database
  await foldChanges(db)
  const tables = await selectRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const rows = await selectRows<{ n: number }>(db, sql`select count(*)::int as n from ${sql.identifier(name)}`)
    counts[name] = rows[0]?.n ?? 0
  }
  // Sums that are zero may stay as rows.
  const sums = await selectRows(
    db,
    sql`select sum(amount)::int as n, count(*)::int as rows from report_figure where amount <> 0`,
  )
  return { ...counts, report_figure: 0, report_month: 0, audit: 0, ...{ sums: JSON.stringify(sums) as never } }
}
const readTill = () => selectRows(server.database.db, sql`select * from till`)

it('fills two weeks, today among them', async () => {
  const began = performance.now()
  const filled = await send('POST', '/demo')
  expect(filled.statusCode, filled.body).toBe(200)
  console.log('took', performance.now() - began, filled.body)
  const day = await dayOf(today)
  console.log(
    day.appointments.map((a) => [a.slot, a.status, a.patientName, a.treatment, a.doctor, a.owed].join(' ')).join('\n'),
  )
  console.log(await readTill())
  console.log(await get('/desk/till'))
  console.log((await get<{ needAttention: number }>('/calendar')).needAttention)
  const before = await countRows()
  console.log(before)
  const emptied = await send('DELETE', '/demo')
  expect(emptied.statusCode, emptied.body).toBe(200)
  console.log(await countRows())
  console.log(addDays, describe, {} as Till)
})
