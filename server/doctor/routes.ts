import { z } from 'zod'
import { doctor, doctorQuery, newDoctor } from '#contract/doctor.ts'
import { doctorDeletion } from '#contract/doctor-deletion.ts'
import { totalHeader } from '#contract/kit/list.ts'
import { email } from '#contract/kit/text/email.ts'
import { doctorAdded, doctorDeleted } from '#contract/received-doctor.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf } from '#server/http/refusal.ts'
import type { Photos } from '#server/photo/open.ts'
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

const tags = ['doctor']

function listRoute(app: App, { db, identity, photos }: Deps) {
  app.get(
    '/doctor',
    {
      onRequest: [identity.may('list-doctors')],
      schema: {
        tags,
        operationId: 'listDoctors',
        summary: 'The doctors',
        querystring: doctorQuery,
        response: { 200: z.array(doctor) },
      },
    },
    async (request, reply) => {
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
    },
  )
}

function addRoute(app: App, { db, ruleChanges, identity, photos, audit }: Deps) {
  app.post(
    '/doctor',
    {
      onRequest: [identity.may('add-doctor')],
      schema: {
        tags,
        operationId: 'addDoctor',
        summary: 'Add a doctor',
        problems: [409],
        body: newDoctor,
        response: { 201: doctorAdded },
      },
    },
    async (request, reply) => {
      const img = photos.toStoredUrl(request.body.img)
      if (!img) throw problemOf(doctorRefusals, { reason: 'unloadable-photo' })
      const outcome = await addDoctor(db, ruleChanges.change, { ...request.body, img }, audit.recordFor(request))
      if (outcome.ok) return reply.code(201).send({ insertedId: outcome.id })
      throw problemOf(doctorRefusals, outcome)
    },
  )
}

function deleteRoute(app: App, { ruleChanges, identity, photos, audit }: Deps) {
  app.delete(
    '/doctor/:email',
    {
      onRequest: [identity.may('delete-doctor')],
      schema: {
        tags,
        operationId: 'deleteDoctor',
        summary: 'Delete a doctor',
        params: z.object({ email }),
        querystring: doctorDeletion,
        response: { 200: doctorDeleted },
      },
    },
    async (request) => {
      const deletion = { ...request.params, ...request.query }
      const removed = await removeDoctor(ruleChanges.change, deletion, audit.recordFor(request))
      if (removed) await photos.deleteUnused()
      return { deletedCount: removed ? 1 : 0 }
    },
  )
}
