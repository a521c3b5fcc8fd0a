import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { doctor, doctorAdded, doctorDeleted, doctorQuery, newDoctor } from '#contract/doctor.ts'
import { totalHeader } from '#contract/kit/list.ts'
import { email } from '#contract/kit/text/email.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, sendProblem } from '#server/http/problem.ts'
import { addDoctor, type RecordAudit, removeDoctor } from './doctor.ts'
import { fieldRefusals, refusals } from './refusals.ts'
import { countDoctors, listDoctors } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  /** Addresses of pictures, as responses and as the database have them. */
  photos: {
    toPublicUrl: (stored: string) => string
    /** Undefined for an address that pages can't load. */
    toStoredUrl: (address: string) => string | undefined
    /** Lets a doctor of the transaction refer to a picture hosted elsewhere. */
    ensure: (tx: Db, stored: string) => Promise<void>
    /** Releases a photo; `deleteUnused` then deletes it, once the transaction is committed. */
    release: (tx: Db, stored: string) => Promise<void>
    deleteUnused: () => Promise<void>
  }
  /** Returns the function that records what the caller of `request` does. */
  recordAuditFor: (request: FastifyRequest) => RecordAudit
}

/** The clinic's doctors, for admins. */
export function doctorRoutes(app: App, { db, identity, photos, recordAuditFor }: Deps) {
  const tags = ['doctor']
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
    async ({ query }, reply) => {
      const [total, rows] = await Promise.all([countDoctors(db, query.search), listDoctors(db, query)])
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
      const wanted = { ...request.body, img }
      const outcome = await addDoctor(db, wanted, { recordAudit: recordAuditFor(request), ensurePhoto: photos.ensure })
      if (outcome.ok) return reply.code(201).send({ insertedId: outcome.id })
      const { status, field, sentence } = refusals[outcome.reason]
      return sendProblem(reply, status, sentence, { errors: { [field]: sentence } })
    },
  )

  app.delete(
    '/doctor/:email',
    {
      onRequest: [identity.may('delete-doctor')],
      schema: {
        tags,
        operationId: 'deleteDoctor',
        summary: 'Delete a doctor',
        params: z.object({ email }),
        response: { 200: doctorDeleted },
      },
    },
    async (request) => {
      const removed = await removeDoctor(db, request.params.email, recordAuditFor(request), photos.release)
      if (removed) await photos.deleteUnused()
      return { deletedCount: removed ? 1 : 0 }
    },
  )
}
