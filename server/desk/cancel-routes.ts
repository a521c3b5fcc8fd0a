import { z } from 'zod'
import { cancelled } from '#contract/booking/change-booking.ts'
import { staffCancelRequest } from '#contract/desk/refund.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { ChangeDeps } from '#server/appointment/change.ts'
import type { RecordAuditFor } from '#server/audit/record.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { cancelByStaff } from './cancel.ts'
import { problemOf } from './cancel-refusals.ts'

type Deps = Pick<ChangeDeps, 'db' | 'requestRefund'> & {
  identity: Identity
  recordAuditFor: RecordAuditFor
  /** Called after an appointment of these days was cancelled. */
  onChanged: (dates: IsoDate[]) => void
  /** Called after a refund was requested. */
  onRefundRequested: () => Promise<void>
}

/** Registers the route by which staff cancel an appointment. */
export function staffCancelRoute(app: App, deps: Deps) {
  app.post(
    '/desk/appointments/:id/cancel',
    {
      config: { ifUncertain: 'We don’t know whether this was cancelled. Look at the day before you try again.' },
      onRequest: [deps.identity.may('cancel-appointment')],
      schema: {
        tags: ['desk'],
        operationId: 'cancelAppointment',
        summary: 'Cancel an appointment for the clinic, with or without a refund',
        problems: [404, 409],
        params: z.object({ id: z.uuid('Not an appointment id') }),
        body: staffCancelRequest,
        response: { 200: cancelled },
      },
    },
    async (request) => {
      const { refund, note } = request.body
      const requestedBy = deps.identity.caller(request).email
      const choice = { refund: toCents(refund), note, requestedBy }
      const outcome = await cancelByStaff(deps, request.params.id, choice, (tx, booking) =>
        deps.recordAuditFor(request)(tx, 'cancel-appointment', toAuditTarget(booking), [booking.patientId]),
      )
      if (!outcome.ok) throw problemOf(outcome.reason)
      deps.onChanged([outcome.booking.date as IsoDate])
      if (outcome.refund > 0) await deps.onRefundRequested()
      return { success: true as const, ...(outcome.refund > 0 && { refund: toDollars(outcome.refund) }) }
    },
  )
}
