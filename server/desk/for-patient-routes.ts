import { newAppointmentCalls } from '#contract/calls/new-appointment.ts'
import type { Locale } from '#contract/kit/locale.ts'
import type { Audit } from '#server/audit/audit.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import { toResponse } from '#server/booking/response.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { listTimesForStaff } from '#server/calendar/staff-offers.ts'
import { listBusy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { emails } from '#server/mail/jobs.ts'
import { contactFor, toReach } from '#server/patient/contact-store.ts'
import { requireCallable } from '#server/patient/phone-check.ts'
import type { Report } from '#server/telemetry/report.ts'
import { listFirstFree } from './first-free.ts'
import { bookForPatient } from './for-patient.ts'
import { findPatients, toLikely } from './patients.ts'
import { duplicateRefusals, forPatientRefusals } from './refusals.ts'

type Deps = Announcing & {
  db: Db
  clock: () => Date
  jobs: Jobs
  clinic: () => Promise<Locale>
  identity: Identity
  audit: Audit
  report: Report
}

/** Registers the routes by which staff find patients and book for them. */
export function forPatientRoutes(app: App, deps: Deps) {
  searchRoute(app, deps)
  timesRoute(app, deps)
  firstFreeRoute(app, deps)
  bookRoute(app, deps)
}

function searchRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, newAppointmentCalls.searchPatients, async (request) => {
    const { search } = request.query
    const found = await findPatients({ ...deps, country: (await deps.clinic()).country }, request.query)
    const ids = found.map(({ _id }) => _id)
    await audit.recordRead(request, 'search-patients', search, ids)
    return found
  })
}

function timesRoute(app: App, { db, identity, calendar }: Deps) {
  route(app, identity, newAppointmentCalls.listTimesForStaff, async ({ query: { date, treatment } }) => {
    const { startsAt, endsAt } = dayClock(date, (await calendar.rules()).timeZone)
    const busy = await listBusy(db, startsAt, endsAt)
    const choice = { date, treatmentId: treatment }
    const times = listTimesForStaff(await calendar.rules(), choice, busy, calendar.clock())
    return times.map(({ slot, doctors }) => ({ slot, doctors: doctors.map(({ id, name }) => ({ _id: id, name })) }))
  })
}

function firstFreeRoute(app: App, { identity, ...deps }: Deps) {
  route(app, identity, newAppointmentCalls.listFirstFree, async ({ query }) => listFirstFree(deps, query))
}

function bookRoute(app: App, { identity, audit, report, ...deps }: Deps) {
  route(app, identity, newAppointmentCalls.bookForPatient, async (request, reply) => {
    const { country } = await deps.clinic()
    const { patient, phone } = request.body
    requireCallable('id' in patient ? { phone } : { 'patient.phone': patient.phone }, country)
    const outcome = await bookForPatient({ ...deps, country }, request.body, audit.recordFor(request))
    report.booking('staff', outcome.ok ? 'booked' : outcome.reason)
    if (!outcome.ok && outcome.reason === 'likely-duplicate') {
      const ids = outcome.duplicates.map(({ id }) => id)
      await audit.recordRead(request, 'search-patients', 'name' in patient ? patient.name : patient.id, ids)
      throw problemOf(duplicateRefusals, outcome, { patients: await toLikely(deps, outcome.duplicates) })
    }
    if (!outcome.ok) throw problemOf(forPatientRefusals(await deps.clinic()), outcome)
    const { booking, patientAdded } = outcome
    const reach = toReach(await contactFor(deps.db, booking, 'appointment'))
    announceChange(deps, [request.body.date])
    deps.jobs.wake(emails)
    return reply.code(201).send({
      success: true,
      booking: toResponse(booking),
      patientAdded,
      emailed: reach.by === 'email' && booking.startsAt > deps.clock(),
      reach,
    })
  })
}
