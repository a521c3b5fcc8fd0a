import type { ExportFile } from '#contract/report/export.ts'
import type { ReportPeriod } from '#contract/report/period.ts'
import type { Db } from '#server/database/db.ts'
import { type Columns, openCsv } from '#server/http/csv/csv.ts'
import { csvFormatOf } from '#server/http/csv/format.ts'
import { appointmentColumns, chargeColumns, paymentColumns, refundColumns } from './columns.ts'
import { type After, nextAppointments, nextCharges, nextPayments, nextRefunds } from './store.ts'

type Pages<R> = (db: Db, period: ReportPeriod, after: After) => Promise<R[]>
type Clinic = Parameters<typeof csvFormatOf>[0] & { currency: string }
type Lines = (db: Db, period: ReportPeriod, clinic: Clinic) => AsyncGenerator<string>

// Lower than every id.
const noId = '00000000-0000-0000-0000-000000000000'

/** The lines of each file, a page at a time. Each page is a query of its own, so that a slow client holds no
 *  connection and none of the database's old rows. */
export const exportLines: Record<ExportFile, Lines> = {
  payments: linesOf(nextPayments, paymentColumns),
  refunds: linesOf(nextRefunds, refundColumns),
  charges: linesOf(nextCharges, chargeColumns),
  appointments: linesOf(nextAppointments, appointmentColumns),
}

function linesOf<R extends { day: string; id: string }>(
  next: Pages<R>,
  columns: Columns<R & { currency: string }>,
): Lines {
  return async function* lines(db, period, clinic) {
    const { currency } = clinic
    const csv = openCsv(columns, csvFormatOf(clinic))
    yield csv.head()
    let after: After = { day: period.from, id: noId }
    for (;;) {
      const rows = await next(db, period, after)
      const last = rows.at(-1)
      if (!last) return
      yield csv.lines(rows.map((row) => ({ ...row, currency })))
      after = { day: last.day, id: last.id }
    }
  }
}
