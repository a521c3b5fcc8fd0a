import { recallCalls } from '#contract/calls/recall.ts'
import { totalHeader } from '#contract/kit/list.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { changeRecalls, readChoice, toDue } from './desk.ts'
import { listDue } from './desk-store.ts'
import { dayOf } from './link.ts'
import { recallRefusals } from './refusals.ts'

type Deps = { db: Db; calendar: Calendar; identity: Identity; audit: Audit }

/** Registers the routes by which staff see who is due, and call them, put them off or stop their invitations. */
export function recallDeskRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  choiceRoutes(app, deps)
}

function listRoute(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, recallCalls.listRecalls, async (request, reply) => {
    const { page, limit } = request.query
    const { rows, total } = await listDue(db, await dayOf(calendar), request.query)
    const ids = rows.map(({ patientId }) => patientId)
    await audit.recordRead(request, 'list-recalls', `page ${page}`, ids)
    void reply.header(totalHeader, total)
    if (page * limit < total) linkNextPage(request, reply, request.query)
    return rows.map(toDue)
  })
}

function choiceRoutes(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, recallCalls.readRecallChoice, async (request) => {
    const outcome = await readChoice({ db, calendar }, request.params.id)
    if (!outcome.ok) throw problemOf(recallRefusals, outcome)
    await audit.recordRead(request, 'read-patient', outcome.name, [request.params.id])
    return outcome.choice
  })
  route(app, identity, recallCalls.changeRecalls, async (request) => {
    const outcome = await changeRecalls({ db, calendar }, request.params.id, request.body, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(recallRefusals, outcome)
    return outcome.choice
  })
}
