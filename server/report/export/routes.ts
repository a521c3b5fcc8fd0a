import type { ClinicData } from '#contract/clinic.ts'
import { exportFiles } from '#contract/report/export.ts'
import { periodQuery } from '#contract/report/period.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { csvAnswer, sendCsv, whilePermitted } from '#server/http/csv/send.ts'
import type { Identity } from '#server/http/identity.ts'
import { exportLines } from './export.ts'

type Deps = { db: Db; identity: Identity; audit: Audit; clinic: () => Promise<ClinicData> }

/** Registers the exports of the books: payments, refunds, charges and appointments of a period, as CSVs of any size. */
export function exportBooksRoutes(app: App, { db, identity, audit, clinic }: Deps) {
  for (const file of exportFiles)
    app.get(
      `/exports/${file}.csv`,
      {
        onRequest: [identity.mayConfirmed('export-books')],
        schema: {
          ...{ tags: ['reports'], operationId: `export-${file}`, summary: `The ${file} of a period, as a CSV` },
          querystring: periodQuery,
          response: csvAnswer,
        },
      },
      async (request, reply) => {
        const { from, to } = request.query
        const settings = await clinic()
        await audit.recordFor(request)(db, 'export-books', `the ${file} from ${from} to ${to}`)
        const { sessionId } = identity.caller(request)
        const lines = whilePermitted(exportLines[file](db, { from, to }, settings), () =>
          identity.isPermitted(sessionId, 'export-books'),
        )
        return sendCsv(reply, lines, `${file}-${from}-${to}.csv`)
      },
    )
}
