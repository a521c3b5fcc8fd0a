import { z } from 'zod'
import { can } from '#contract/access/access.ts'
import { reportCalls } from '#contract/calls/report.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { periodQuery, type ReportPeriod } from '#contract/report/period.ts'
import { reportBlock } from '#contract/report/report.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { csvFormatOf } from '#server/http/csv/format.ts'
import { csvAnswer, sendCsv } from '#server/http/csv/send.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { csvOf } from './csv.ts'
import { reportRefusals } from './refusals.ts'
import { readReport } from './report.ts'

type Deps = { db: Db; identity: Identity; calendar: Calendar; clinic: () => Promise<ClinicData> }

const tag = 'reports'

/** Registers the routes of reports, as JSON and as CSV. */
export function reportRoutes(app: App, deps: Deps) {
  const { identity } = deps
  route(app, identity, reportCalls.readReport, async (request) =>
    readFor(deps, identity.caller(request), request.query),
  )
  app.get(
    '/reports/:part/csv',
    {
      onRequest: [identity.may('read-today')],
      schema: {
        ...{ tags: [tag], operationId: 'downloadReport', summary: 'A part of a report, as a CSV' },
        params: z.object({ part: reportBlock }),
        querystring: periodQuery,
        response: csvAnswer,
      },
    },
    async (request, reply) => {
      const { part } = request.params
      const report = await readFor(deps, identity.caller(request), request.query)
      return sendCsv(
        reply,
        [csvOf(report, part, csvFormatOf(await deps.clinic()))],
        `${part}-${report.period.from}-${report.period.to}.csv`,
      )
    },
  )
}

async function readFor({ db, calendar }: Deps, caller: Caller, period: ReportPeriod) {
  const rules = await calendar.rules()
  const today = clinicToday(calendar.clock(), rules.timeZone)
  const isToday = period.from === today && period.to === today
  if (!isToday && !can(caller, 'read-reports')) throw problemOf(reportRefusals, { reason: 'only-today' })
  return readReport(db, rules, period, today)
}
