import { calls } from '../kit/call.ts'
import { periodQuery } from '../report/period.ts'
import { report } from '../report/report.ts'

/** The calls of reports. Their CSVs and the exports are routes of their own. */
export const reportCalls = calls('reports', {
  readReport: {
    summary: 'Figures of a period, beside the period before',
    method: 'GET',
    path: '/reports',
    access: { staff: 'read-today' },
    query: periodQuery,
    answers: { 200: report },
  },
})
