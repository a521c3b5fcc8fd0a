import { waitingListCalls } from '#contract/calls/waiting-list.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { performersOf } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { join } from './join.ts'
import { leave } from './leave.ts'
import { listOwn, toEntry } from './list.ts'
import { findEntry } from './list-store.ts'
import { joinRefusals } from './refusals.ts'

type Deps = { db: Db; calendar: Calendar; identity: Identity; audit: Audit }

/** Registers the routes by which patients wait for earlier times. */
export function waitingListRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  joinRoute(app, deps)
  leaveRoute(app, deps)
  dentistsRoute(app, deps)
}

function listRoute(app: App, { db, calendar, identity }: Deps) {
  route(app, identity, waitingListCalls.listWaiting, async (request) =>
    listOwn(db, await calendar.rules(), identity.caller(request), calendar.clock()),
  )
}

function joinRoute(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, waitingListCalls.joinWaitingList, async (request, reply) => {
    const { userId, patientIds } = identity.caller(request)
    const { patientId = patientIds[0] ?? '', ...wish } = request.body
    if (!patientIds.includes(patientId)) throw problemOf(joinRefusals, refused('unknown-patient'))
    const rules = await calendar.rules()
    const who = { patientId, joinedBy: userId, addedBy: '', now: calendar.clock() }
    const outcome = await join(db, rules, wish, who, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(joinRefusals, outcome)
    const entry = await findEntry(db, outcome.id)
    if (!entry) throw unknownEntry()
    return reply.code(201).send({ success: true, entry: toEntry(entry, rules) })
  })
}

function leaveRoute(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, waitingListCalls.leaveWaitingList, async (request) => {
    const { patientIds } = identity.caller(request)
    const leaving = { id: request.params.id, patientIds, reason: 'left' as const, now: calendar.clock() }
    if (!(await leave(db, leaving, audit.recordFor(request)))) throw unknownEntry()
    return { success: true as const }
  })
}

function dentistsRoute(app: App, { calendar, identity }: Deps) {
  route(app, identity, waitingListCalls.listWaitingDentists, async ({ query: { treatment } }) =>
    performersOf(await calendar.rules(), treatment).map(({ id, name }) => ({ _id: id, name })),
  )
}

/** Returns the problem for an entry that is not on the list, or not the caller's. */
export function unknownEntry(): ProblemError {
  return new ProblemError(404, 'This entry is no longer on the waiting list.')
}
