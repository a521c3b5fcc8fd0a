import { waitingListCalls } from '#contract/calls/waiting-list.ts'
import { totalHeader } from '#contract/kit/list.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { toLikely } from '#server/desk/patients.ts'
import { duplicateRefusals } from '#server/desk/refusals.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { emails } from '#server/mail/jobs.ts'
import { requireCallable } from '#server/patient/phone-check.ts'
import { addCaller } from './add-caller.ts'
import { leave } from './leave.ts'
import { toDeskEntries } from './list.ts'
import { findEntry, listAll } from './list-store.ts'
import { joinRefusals } from './refusals.ts'
import { unknownEntry } from './routes.ts'

type Deps = {
  db: Db
  clock: () => Date
  jobs: Jobs
  calendar: Calendar
  clinic: () => Promise<{ country: string }>
  identity: Identity
  audit: Audit
}

/** Registers the routes by which staff keep the waiting list. */
export function waitingListDeskRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  addRoute(app, deps)
  removeRoute(app, deps)
}

function listRoute(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, waitingListCalls.listWaitingForStaff, async (request, reply) => {
    const { page, limit } = request.query
    const { total, entries } = await listAll(db, { page, limit })
    const ids = [...new Set(entries.map(({ entry }) => entry.patientId))].sort()
    if (ids.length > 0) await audit.recordRead(request, 'read-waiting-list', `page ${page}`, ids)
    void reply.header(totalHeader, total)
    if (page * limit < total) linkNextPage(request, reply, { page, limit })
    return toDeskEntries(db, await calendar.rules(), entries)
  })
}

function addRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, waitingListCalls.addCaller, async (request, reply) => {
    const { country } = await deps.clinic()
    const { patient } = request.body
    if ('phone' in patient) requireCallable({ 'patient.phone': patient.phone }, country)
    const by = identity.caller(request).email
    const outcome = await addCaller({ ...deps, country }, request.body, by, audit.recordFor(request))
    if (!outcome.ok && outcome.reason === 'likely-duplicate') {
      const ids = outcome.duplicates.map(({ id }) => id)
      await audit.recordRead(request, 'search-patients', 'name' in patient ? patient.name : patient.id, ids)
      throw problemOf(duplicateRefusals, outcome, { patients: await toLikely(deps, outcome.duplicates) })
    }
    if (!outcome.ok) throw problemOf(joinRefusals, outcome)
    const found = await findEntry(deps.db, outcome.id)
    const [entry] = found ? await toDeskEntries(deps.db, await deps.calendar.rules(), [found]) : []
    if (!entry) throw unknownEntry()
    deps.jobs.wake(emails)
    return reply.code(201).send({ success: true, entry, patientAdded: outcome.patientAdded })
  })
}

function removeRoute(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, waitingListCalls.removeWaiting, async (request) => {
    const leaving = { id: request.params.id, reason: 'removed' as const, now: calendar.clock() }
    if (!(await leave(db, leaving, audit.recordFor(request)))) throw unknownEntry()
    return { success: true as const }
  })
}
