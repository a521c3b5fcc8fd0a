import { doctorCalls } from '#contract/calls/doctor.ts'
import { totalHeader } from '#contract/kit/list.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Photos } from '#server/photo/open-photos.ts'
import { addDoctor, type ChangeRules, removeDoctor } from './doctor.ts'
import { doctorRefusals } from './refusals.ts'
import { countDoctors, listDoctors } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  photos: Photos
  audit: Audit
  /** Its `change` runs a change of the clinic's rules, which gives appointments other doctors if necessary. */
  ruleChanges: { change: ChangeRules }
}

/** Registers the routes by which admins list, add and delete doctors. */
export function doctorRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  addRoute(app, deps)
  deleteRoute(app, deps)
}

function listRoute(app: App, { db, identity, photos }: Deps) {
  route(app, identity, doctorCalls.listDoctors, async (request, reply) => {
    const { query } = request
    const [total, rows] = await Promise.all([countDoctors(db, query.search), listDoctors(db, query)])
    if (query.page * query.limit < total) linkNextPage(request, reply, query)
    reply.header(totalHeader, total)
    return rows.map(({ id, name, email, specialty, img }) => ({
      _id: id,
      name,
      email,
      specialty,
      img: photos.toPublicUrl(img),
    }))
  })
}

function addRoute(app: App, { ruleChanges, identity, photos, audit }: Deps) {
  route(app, identity, doctorCalls.addDoctor, async (request, reply) => {
    const { img: sent, ...fields } = request.body
    const img = sent === null ? '' : photos.toStoredUrl(sent)
    if (img === undefined) throw problemOf(doctorRefusals, { reason: 'unloadable-photo' })
    const outcome = await addDoctor(ruleChanges.change, { ...fields, img }, audit.recordFor(request))
    if (outcome.ok) return reply.code(201).send({ insertedId: outcome.id })
    throw problemOf(doctorRefusals, outcome)
  })
}

function deleteRoute(app: App, { ruleChanges, identity, photos, audit }: Deps) {
  route(app, identity, doctorCalls.deleteDoctor, async (request) => {
    const deletion = { ...request.params, ...request.query }
    const removed = await removeDoctor(ruleChanges.change, deletion, audit.recordFor(request))
    if (removed) await photos.deleteUnused()
    return { deletedCount: removed ? 1 : 0 }
  })
}
