import { type SQL, sql } from 'drizzle-orm'
import { addDays, addMonths, type IsoDate, type IsoMonth, monthOf } from '#contract/kit/time/clinic-date.ts'
import type { ReportPeriod } from '#contract/report/period.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { reportFigure, reportMonth, reportPatient } from '#server/database/schema/report.ts'
import { treatment } from '#server/database/schema/treatment.ts'

/** What a sum is about. `sum`: of a period, by figure and key. `day`: of a day, by figure. `owed`: for appointments of
 *  the past, by age. `first`: patients who came for the first time, of a period. */
type Part = 'sum' | 'day' | 'owed' | 'first'

/** A sum of the reports: appointments, minutes or cents. `isNow`: of the period, not of the one before. */
export type Sum = { part: Part; isNow: boolean; figure: string; key: string; amount: number }

/** Reads the sums of a period and of the one before, which ends the day before it, in one statement: what is still to
 *  be folded counts, too (docs/decisions/0080). */
export function readSums(db: Db, now: ReportPeriod, before: ReportPeriod, today: IsoDate): Promise<Sum[]> {
  const inPeriods = sql`day between ${before.from} and ${now.to}`
  const isByDay = sql`${inPeriods} and figure in ('appointments', 'taken-by-method')`
  const isOwed = sql`figure in ('owed', 'owing') and day < ${today}`
  const columns = sql`day, figure, key, amount`
  return selectRows<Sum>(
    db,
    sql`
    with noted_figure as materialized (select * from report_noted()),
    figures as (
      ${foldedSums(now, true)} union all ${foldedSums(before, false)}
      union all select day >= ${now.from}, figure, key, amount from noted_figure
        where ${inPeriods} and figure <> 'patient'
    ),
    days as (
      select ${columns} from ${reportFigure} where ${isByDay}
      union all select ${columns} from noted_figure where ${isByDay}
    ),
    owed as (
      select ${columns} from ${reportFigure} where ${isOwed}
      union all select ${columns} from noted_figure where ${isOwed}
    ),
    noted as (select distinct key as patient_id from noted_figure where figure = 'patient'),
    first as (
      select first_day as day from ${reportPatient} as known
      where first_day between ${before.from} and ${now.to}
        and not exists (select from noted where noted.patient_id = known.patient_id)
      union all
      select day from (
        select (select min(date) from booking where booking.patient_id = noted.patient_id and status <> 'cancelled') as day
        from noted
      ) as moved where ${inPeriods}
    )
    select 'sum' as part, is_now as "isNow", figure, key, sum(amount)::float8 as amount
      from figures group by 2, 3, 4 having sum(amount) <> 0
    union all
    select 'day', day >= ${now.from}, figure, day::text, sum(amount)::float8
      from days group by day, figure having sum(amount) <> 0
    union all
    select 'owed', true, figure,
        case when ${today}::date - day <= 30 then '0' when ${today}::date - day <= 60 then '31'
          when ${today}::date - day <= 90 then '61' else '91' end, sum(amount)::float8
      from owed group by 3, 4 having sum(amount) <> 0
    union all
    select 'first', day >= ${now.from}, 'first', '', count(*)::float8 from first group by 2`,
  )
}

/** Selects the folded sums of a period: those of its whole months, and of the days before and after these. */
function foldedSums(period: ReportPeriod, isNow: boolean): SQL {
  const { days, months } = divide(period)
  const ofDays = days.map(
    ({ from, to }) => sql`select ${isNow}::boolean as is_now, figure, key, amount from ${reportFigure}
      where day between ${from} and ${to}`,
  )
  const ofMonths = months.map(
    ({ from, to }) => sql`select ${isNow}::boolean as is_now, figure, key, amount from ${reportMonth}
      where month between ${from} and ${to}`,
  )
  return sql.join([...ofMonths, ...ofDays], sql` union all `)
}

/** Divides a period into its whole months, if it has any, and the days before and after them. */
function divide({ from, to }: ReportPeriod): { months: ReportPeriod[]; days: ReportPeriod[] } {
  const first = from.endsWith('-01') ? from : firstDayOf(addMonths(monthOf(from), 1))
  const end = firstDayOf(monthOf(addDays(to, 1)))
  if (first >= end) return { months: [], days: [{ from, to }] }
  const around = [
    { from, to: addDays(first, -1) },
    { from: end, to },
  ]
  return { months: [{ from: first, to: addDays(end, -1) }], days: around.filter((days) => days.from <= days.to) }
}

const firstDayOf = (month: IsoMonth): IsoDate => `${month}-01`

/** Returns the names of all treatments and dentists by their ids, also of those who have left. */
export async function readNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const treatments = await db.select({ id: treatment.id, name: treatment.name }).from(treatment)
  const doctors = await db.select({ id: doctor.id, name: doctor.name }).from(doctor)
  return new Map([...treatments, ...doctors].map(({ id, name }) => [id, name]))
}

/** Adds the changes that were noted to the sums of the reports. */
export async function foldChanges(db: Db): Promise<void> {
  await db.execute(sql`select fold_report_changes()`)
}
