import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { doctor, doctorQuery, newDoctor } from '#contract/doctor.ts'
import { doctorDeletion } from '#contract/doctor-deletion.ts'
import { totalHeader } from '#contract/kit/list.ts'
import { email } from '#contract/kit/text/email.ts'
import { doctorAdded, doctorDeleted } from '#contract/received-doctor.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { invalid, sendProblem } from '#server/http/problem.ts'
import { addDoctor, type ChangeRules, type RecordAudit, removeDoctor } from './doctor.ts'
import { fieldRefusals, refusals } from './refusals.ts'
import { countDoctors, listDoctors } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  /** In `stored` URLs, our own photos are paths. */
  photos: {
    toPublicUrl: (stored: string) => string
    /** Returns undefined for a URL that pages can't load. */
    toStoredUrl: (url: string) => string | undefined
    /** Inserts the row that a doctor of the transaction references if the picture is hosted elsewhere. */
    ensure: (tx: Db, stored: string) => Promise<void>
    /** Releases a photo. `deleteUnused` deletes it after the commit. */
    release: (tx: Db, stored: string) => Promise<void>
    deleteUnused: () => Promise<void>
  }
  changeRules: ChangeRules
  /** Returns a function that records actions of the caller of `request`. */
  recordAuditFor: (request: FastifyRequest) => RecordAudit
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

function addRoute(app: App, { db, changeRules, identity, photos, recordAuditFor }: Deps) {
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
      if (!img) throw invalid({ img: fieldRefusals['unloadable-photo'] })
      const outcome = await addDoctor(db, changeRules, { ...request.body, img }, recordAuditFor(request), photos.ensure)
      if (outcome.ok) return reply.code(201).send({ insertedId: outcome.id })
      const { status, field, message } = refusals[outcome.reason]
      return sendProblem(reply, status, message, { errors: { [field]: message } })
    },
  )
}

function deleteRoute(app: App, { changeRules, identity, photos, recordAuditFor }: Deps) {
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
      const removed = await removeDoctor(changeRules, deletion, recordAuditFor(request), photos.release)
      if (removed) await photos.deleteUnused()
      return { deletedCount: removed ? 1 : 0 }
    },
  )
}
