import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  appointmentMade,
  newAppointment,
  patientFound,
  patientQuery,
  timesFound,
  timesQuery,
} from '#contract/desk/new-appointment.ts'
import { hasEmail } from '#contract/kit/text/email.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAuditFor } from '#server/audit/record.ts'
import { toResponse } from '#server/booking/response.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { bookForPatient, type ForPatientDeps } from './for-patient.ts'
import { hasAccount, problemOf } from './for-patient-refusals.ts'
import { type SearchDeps, searchPatients, withContacts } from './patients.ts'

type Deps = ForPatientDeps & {
  identity: Identity
  clock: () => Date
  users: SearchDeps['users']
  /** Lists the times of a treatment that staff can book on a day, with the doctors who are free. */
  listTimes: (choice: {
    date: IsoDate
    treatmentId: string
  }) => Promise<{ slot: string; doctors: { id: string; name: string }[] }[]>
  recordAuditFor: RecordAuditFor
  /** Records that staff look for a patient, at most once an hour. */
  recordSearch: (request: FastifyRequest, text: string, foundIds: string[]) => Promise<void>
  /** Called after a booking on that day is committed. */
  onBooked: (date: IsoDate) => void
  /** Called with 'booked' or the reason of the refusal after each attempt to book. */
  onOutcome: (outcome: string) => void
}

const tags = ['desk']

/** Registers the routes by which staff find patients and book for them. */
export function forPatientRoutes(app: App, deps: Deps) {
  searchRoute(app, deps)
  timesRoute(app, deps)
  bookRoute(app, deps)
}

function searchRoute(app: App, { identity, recordSearch, ...deps }: Deps) {
  app.get(
    '/desk/patients',
    {
      onRequest: [identity.may('search-patients')],
      schema: {
        tags,
        operationId: 'searchPatients',
        summary: 'Patients by the beginnings of their name or email, or by digits of their phone number',
        querystring: patientQuery,
        response: { 200: z.array(patientFound) },
      },
    },
    async (request) => {
      const { search } = request.query
      const found = await searchPatients(deps, search)
      await recordSearch(
        request,
        search,
        found.map(({ _id }) => _id),
      )
      return found
    },
  )
}

function timesRoute(app: App, { identity, listTimes }: Deps) {
  app.get(
    '/desk/times',
    {
      onRequest: [identity.may('book-for-patient')],
      schema: {
        tags,
        operationId: 'listTimesForStaff',
        summary: 'The times of a day that staff can book for a treatment',
        querystring: timesQuery,
        response: { 200: timesFound },
      },
    },
    async ({ query: { date, treatment } }) => {
      const times = await listTimes({ date, treatmentId: treatment })
      return times.map(({ slot, doctors }) => ({ slot, doctors: doctors.map(({ id, name }) => ({ _id: id, name })) }))
    },
  )
}

function bookRoute(app: App, { identity, recordAuditFor, recordSearch, onBooked, onOutcome, ...deps }: Deps) {
  app.post(
    '/desk/appointments',
    {
      config: { ifUncertain: 'We don’t know whether this was booked. Look at the day before you try again.' },
      onRequest: [identity.may('book-for-patient')],
      schema: {
        tags,
        operationId: 'bookForPatient',
        summary: 'Book an appointment for a patient, known or new',
        problems: [409],
        body: newAppointment,
        response: { 201: appointmentMade },
      },
    },
    async (request, reply) => {
      const outcome = await bookForPatient(deps, request.body, recordAuditFor(request))
      onOutcome(outcome.ok ? 'booked' : outcome.reason)
      if (!outcome.ok && outcome.reason === 'has-account') {
        const { id, email } = outcome.patient
        await recordSearch(request, email, [id])
        const [patient] = await withContacts(deps, [outcome.patient])
        throw hasAccount(patient ?? { _id: outcome.patient.id, name: outcome.patient.name })
      }
      if (!outcome.ok) throw problemOf(outcome)
      const { booking, patientAdded } = outcome
      onBooked(request.body.date)
      return reply.code(201).send({
        success: true,
        booking: toResponse(booking),
        patientAdded,
        emailed: hasEmail(booking.patient) && booking.startsAt > deps.clock(),
      })
    },
  )
}
