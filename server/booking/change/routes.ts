import { z } from 'zod'
import { cancelled, cancelRequest, moved, moveRequest } from '#contract/change-booking.ts'
import { toDollars } from '#contract/kit/money.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { authorizeRow } from '#server/access/authorize.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { toResponse } from '../response.ts'
import { findBooking } from '../store.ts'
import { type ChangeDeps, cancel, move } from './change.ts'
import { problemOf } from './refusals.ts'

type Deps = ChangeDeps & {
  identity: Identity
  /** Called after an appointment of these days was changed. */
  onChanged: (dates: IsoDate[]) => void
  /** Called after the refund of a payment was requested. */
  onRefundRequested: () => Promise<void>
}

const tags = ['booking']
const params = z.object({ id: z.uuid('Not a booking id') })

/** Registers the routes by which patients move and cancel their appointments. */
export function bookingChangeRoutes(app: App, deps: Deps) {
  moveRoute(app, deps)
  cancelRoute(app, deps)
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
      if (outcome.isRefunded) await deps.onRefundRequested()
      return { success: true as const, ...(outcome.isRefunded && { refund: toDollars(found.price) }) }
    },
  )
}
