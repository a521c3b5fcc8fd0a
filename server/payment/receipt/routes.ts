import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { can } from '#contract/access/access.ts'
import { receiptFileName, receiptQuery } from '#contract/booking/receipt.ts'
import { bookingParams } from '#contract/calls/params.ts'
import { paymentCalls } from '#contract/calls/payment.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { authorizeRow, isOwn } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { findAnyBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'
import { contentsOf } from './contents.ts'

type Deps = { db: Db; identity: Identity; audit: Audit; clock: () => Date; clinic: () => Promise<ClinicData> }

/** Registers the routes by which patients, and staff who read payments, get the receipt for an appointment. */
export function receiptRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  pdfRoute(app, deps)
}

function readRoute(app: App, deps: Deps) {
  route(app, deps.identity, paymentCalls.readReceipt, (request) => readContents(deps, request, 'the receipt'))
}

function pdfRoute(app: App, deps: Deps) {
  app.get(
    '/booking/:id/receipt.pdf',
    {
      onRequest: [deps.identity.bearer],
      schema: {
        tags: ['payment'],
        operationId: 'getReceiptFile',
        summary: 'The receipt for an appointment as a PDF',
        problems: [404],
        params: bookingParams,
        querystring: receiptQuery,
        response: { 200: { content: { 'application/pdf': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const contents = await readContents(deps, request, 'the PDF receipt')
      if (contents.payments.length === 0) throw noReceipt()
      // Imported on first use, because its libraries take time to load.
      const { receiptPdf } = await import('./pdf.ts')
      const file = await receiptPdf(contents, await deps.clinic())
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${receiptFileName(contents)}"`,
        })
        .send(file as never)
    },
  )
}

type ReceiptRequest = FastifyRequest & { params: z.infer<typeof bookingParams>; query: z.infer<typeof receiptQuery> }

/** @param what staff read, for the audit trail */
async function readContents({ db, audit, identity, clock, clinic }: Deps, request: ReceiptRequest, what: string) {
  const { id } = request.params
  const { number } = request.query
  const caller = identity.caller(request)
  const found = await findAnyBooking(db, id)
  const isForStaff = found && !isOwn(caller, found) && can(caller, 'read-payment')
  const booking = isForStaff ? found : authorizeRow(caller, 'read-booking', found)
  if (!isOwn(caller, booking))
    await audit.recordRead(request, 'read-appointment', `${what} of ${toAuditTarget(booking)}`, [booking.patientId])
  const contents = await contentsOf(db, booking, await clinic(), { now: clock(), number })
  if (number !== undefined && contents.payments.length === 0) throw noReceipt()
  return contents
}

const noReceipt = () => new ProblemError(404, 'There is no such receipt.')
