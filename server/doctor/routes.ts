import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { doctor, doctorAdded, doctorDeleted, doctorQuery, newDoctor } from '#contract/doctor.ts'
import { totalHeader } from '#contract/kit/list.ts'
import { email } from '#contract/user.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, sendProblem } from '#server/http/problem.ts'
import { addDoctor, type DoctorRefusal, type RecordAudit, removeDoctor } from './doctor.ts'
import { countDoctors, listDoctors } from './store.ts'

type Parts = {
  db: Db
  identity: Identity
  /** Addresses of pictures, as responses and as the database have them. */
  photos: {
    onTheWire: (stored: string) => string
    /** Undefined for an address that pages can't load. */
    stored: (address: string) => string | undefined
    /** Lets a doctor of the transaction refer to a picture hosted elsewhere. */
    admit: (tx: Db, stored: string) => Promise<void>
    /** Releases a photo; `tidy` then deletes it, once the transaction is committed. */
    release: (tx: Db, stored: string) => Promise<void>
    tidy: () => Promise<void>
  }
  /** Records what the caller of `request` does. */
  tellFor: (request: FastifyRequest) => RecordAudit
}

/** The clinic's doctors, for admins. */
export function doctorRoutes(app: App, { db, identity, photos, tellFor }: Parts) {
  const onRequest = [identity.admin]
  const tags = ['doctor']
  app.get(
    '/doctor',
    {
      onRequest,
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
        img: photos.onTheWire(img),
      }))
    },
  )

  app.post(
    '/doctor',
    {
      onRequest,
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
      const img = photos.stored(request.body.img)
      if (!img) throw invalid({ img: 'Must be an https address' })
      const wanted = { ...request.body, img }
      const outcome = await addDoctor(db, wanted, { recordAudit: tellFor(request), admitPhoto: photos.admit })
      if (outcome.ok) return reply.code(201).send({ insertedId: outcome.id })
      const { status, field, sentence } = refusals[outcome.reason]
      return sendProblem(reply, status, sentence, { errors: { [field]: sentence } })
    },
  )

  app.delete(
    '/doctor/:email',
    {
      onRequest,
      schema: {
        tags,
        operationId: 'deleteDoctor',
        summary: 'Delete a doctor',
        params: z.object({ email }),
        response: { 200: doctorDeleted },
      },
    },
    async (request) => {
      const removed = await removeDoctor(db, request.params.email, tellFor(request), photos.release)
      if (removed) await photos.tidy()
      return { deletedCount: removed ? 1 : 0 }
    },
  )
}

const refusals: Record<DoctorRefusal, { status: number; field: string; sentence: string }> = {
  'known-email': { status: 409, field: 'email', sentence: 'There is already a doctor with this email.' },
  'unknown-specialty': { status: 400, field: 'specialty', sentence: 'There is no treatment of this name.' },
  'unknown-photo': {
    status: 400,
    field: 'img',
    sentence: 'We don’t have this photo, or it has been removed. Please add it again.',
  },
}
