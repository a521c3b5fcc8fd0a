import { z } from 'zod'
import { attentionList, moveTimes, resolved } from '#contract/calendar/attention.ts'
import type { Misfit } from '#contract/calendar/calendar.ts'
import { type Resolution, resolution } from '#contract/calendar/resolution.ts'
import { formatMediumDate, mediumDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAuditFor, RecordRead } from '#server/audit/record.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { type AttentionDeps, listPlaces, resolve, type StaffAppointment } from './attention.ts'
import { unresolved } from './attention-refusals.ts'

/** An appointment with how to reach its patient. */
type Reachable = StaffAppointment & { patient: string; phone: string }

type Deps = AttentionDeps & {
  identity: Identity
  listMisfits: () => Promise<{ appointment: Reachable; reason: Misfit }[]>
  /** Returns the names of doctors by their id, of those who left too. */
  namesOfDoctors: () => Promise<ReadonlyMap<string, string>>
  recordAuditFor: RecordAuditFor
  /** Records that staff look at appointments. */
  recordRead: RecordRead
  /** Called after an appointment was changed. */
  onChanged: (resolution: Resolution) => Promise<void>
}

const tags = ['calendar']
const params = z.object({ id: z.uuid('Not a booking id') })

/** Registers the routes by which admins resolve appointments that do not fit the rules. */
export function attentionRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  timesRoute(app, deps)
  resolveRoute(app, deps)
}

function listRoute(app: App, { identity, listMisfits, namesOfDoctors, recordRead }: Deps) {
  app.get(
    '/calendar/attention',
    {
      onRequest: [identity.may('read-calendar')],
      schema: {
        tags,
        operationId: 'listAttention',
        summary: 'Upcoming appointments that do not fit the clinic’s rules',
        response: { 200: attentionList },
      },
    },
    async (request) => {
      const [misfits, names] = await Promise.all([listMisfits(), namesOfDoctors()])
      const persons = [...new Set(misfits.map(({ appointment }) => appointment.patientId))]
      if (persons.length > 0)
        await recordRead(request, 'read-appointment', 'the appointments that need attention', persons)
      return misfits.map(({ appointment, reason }) => {
        const { id, date, slot, treatment, patientName, patient, phone, doctorId, transactionId } = appointment
        const doctor = doctorId ? names.get(doctorId) : undefined
        return {
          _id: id,
          date: formatMediumDate(date),
          ...{ slot, treatment, patientName, patient, phone, reason },
          paid: transactionId !== null,
          ...(doctor && { doctor }),
        }
      })
    },
  )
}

function timesRoute(app: App, { identity, ...deps }: Deps) {
  app.get(
    '/calendar/attention/:id/times',
    {
      onRequest: [identity.may('read-calendar')],
      schema: {
        tags,
        operationId: 'listMoveTimes',
        summary: 'The times on a day to which an appointment can move',
        problems: [404],
        params,
        querystring: z.object({ date: mediumDate }),
        response: { 200: moveTimes },
      },
    },
    async ({ params: { id }, query: { date } }) => {
      const found = await listPlaces(deps, id, date)
      if (!found) throw unresolved('unknown-appointment')
      const { rules, places } = found
      return places.map(({ slot, doctors }) => ({
        slot,
        doctors: rules.doctors
          .filter(({ id: doctor }) => doctors.includes(doctor))
          .map((doctor) => ({ _id: doctor.id, name: doctor.name })),
      }))
    },
  )
}

function resolveRoute(app: App, { identity, recordAuditFor, listMisfits, onChanged, ...deps }: Deps) {
  app.post(
    '/calendar/attention/:id',
    {
      onRequest: [identity.may('change-calendar')],
      schema: {
        tags,
        operationId: 'resolveAttention',
        summary: 'Move, keep or cancel an appointment that does not fit the clinic’s rules',
        problems: [404, 409],
        params,
        body: resolution,
        response: { 200: resolved },
      },
    },
    async (request) => {
      const refusal = await resolve(deps, request.params.id, request.body, recordAuditFor(request))
      if (refusal) throw unresolved(refusal)
      await onChanged(request.body)
      return { needAttention: (await listMisfits()).length }
    },
  )
}
