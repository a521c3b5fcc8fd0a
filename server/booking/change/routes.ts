import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuditAction } from '#contract/audit.ts'
import { cancelled, cancelRequest, moved, moveRequest } from '#contract/change-booking.ts'
import { staffCancelRequest } from '#contract/desk/refund.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { authorizeRow } from '#server/access/authorize.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { toResponse } from '../response.ts'
import { type BookingWithDoctor, findBooking } from '../store.ts'
import { type ChangeDeps, cancel, cancelByStaff, move } from './change.ts'
import { problemOf } from './refusals.ts'

type Deps = ChangeDeps & {
  identity: Identity
  recordAuditFor: (request: FastifyRequest) => (tx: Db, action: AuditAction, target: string) => Promise<void>
  /** Called after an appointment of these days was changed. */
  onChanged: (dates: IsoDate[]) => void
  /** Called after the refund of a payment was requested. */
  onRefundRequested: () => Promise<void>
}

const tags = ['booking']
const params = z.object({ id: z.uuid('Not a booking id') })

/** Registers the routes by which patients move and cancel their appointments, and staff cancel any. */
export function bookingChangeRoutes(app: App, deps: Deps) {
  moveRoute(app, deps)
  cancelRoute(app, deps)
  staffCancelRoute(app, deps)
}

function moveRoute(app: App, deps: Deps) {
  app.patch(
    '/booking/:id/time',
    {
      onRequest: [deps.identity.bearer],
      schema: {
        tags,
        operationId: 'moveBooking',
        summary: 'Move an appointment to another time',
        problems: [404, 409],
        params,
        body: moveRequest,
        response: { 200: moved },
      },
    },
    async (request) => {
      const caller = deps.identity.caller(request)
      const found = authorizeRow(caller, 'move-booking', await findBooking(deps.db, request.params.id))
      const outcome = await move(deps, found, request.body)
      if (!outcome.ok) throw problemOf(outcome.reason)
      deps.onChanged([found.date as IsoDate, request.body.date])
      return { success: true as const, booking: toResponse(outcome.booking) }
    },
  )
}

function cancelRoute(app: App, deps: Deps) {
  app.post(
    '/booking/:id/cancel',
    {
      onRequest: [deps.identity.bearer],
      schema: {
        tags,
        operationId: 'cancelBooking',
        summary: 'Cancel an appointment; a payment is refunded',
        problems: [404, 409],
        params,
        body: cancelRequest,
        response: { 200: cancelled },
      },
    },
    async (request) => {
      const caller = deps.identity.caller(request)
      const found = authorizeRow(caller, 'cancel-booking', await findBooking(deps.db, request.params.id))
      const outcome = await cancel(deps, found.id, request.body.reason)
      if (!outcome.ok) throw problemOf(outcome.reason)
      deps.onChanged([found.date as IsoDate])
      if (outcome.refund > 0) await deps.onRefundRequested()
      return { success: true as const, ...(outcome.refund > 0 && { refund: toDollars(outcome.refund) }) }
    },
  )
}

function staffCancelRoute(app: App, deps: Deps) {
  app.post(
    '/desk/appointments/:id/cancel',
    {
      onRequest: [deps.identity.may('cancel-appointment')],
      schema: {
        tags: ['desk'],
        operationId: 'cancelAppointment',
        summary: 'Cancel an appointment for the clinic, with or without a refund',
        problems: [404, 409],
        params,
        body: staffCancelRequest,
        response: { 200: cancelled },
      },
    },
    async (request) => {
      const { refund, note } = request.body
      const requestedBy = deps.identity.caller(request).email
      const choice = { refund: toCents(refund), note, requestedBy }
      const outcome = await cancelByStaff(deps, request.params.id, choice, (tx, booking) =>
        deps.recordAuditFor(request)(tx, 'cancel-appointment', targetOf(booking)),
      )
      if (!outcome.ok) throw problemOf(outcome.reason)
      deps.onChanged([outcome.booking.date as IsoDate])
      if (outcome.refund > 0) await deps.onRefundRequested()
      return { success: true as const, ...(outcome.refund > 0 && { refund: toDollars(outcome.refund) }) }
    },
  )
}

function targetOf({ treatment, patientName, date, slot }: BookingWithDoctor) {
  return `${treatment} of ${patientName} on ${formatMediumDate(date as IsoDate)}, ${slot}`
}
