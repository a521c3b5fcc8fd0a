import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { doctor, doctorAdded, doctorDeleted, doctorQuery, newDoctor } from '#contract/doctor.ts'
import { totalHeader } from '#contract/list.ts'
import { email } from '#contract/user.ts'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { sendProblem } from '#server/http/problem.ts'
import { addDoctor, type DoctorRefusal, removeDoctor, type Tell } from './doctor.ts'
import { countDoctors, listDoctors } from './store.ts'

type Parts = {
  db: Db
  identity: Identity
  /** How others write the address of a photo, and how the database does. */
  photos: {
    onTheWire: (stored: string) => string
    stored: (onTheWire: string) => string
    /** Lets a photo go, once `tx` is committed and `tidy` was called. */
    release: (tx: Db, stored: string) => Promise<void>
    tidy: () => void
  }
  /** Tells of what the caller of `request` does. */
  tellFor: (request: FastifyRequest) => Tell
}

/** The clinic's doctors, for admins. */
export function doctorRoutes(app: App, { db, identity, photos, tellFor }: Parts) {
  const onRequest = [identity.admin]
  const tags = ['doctor']
  app.get(
    '/doctor',
    { onRequest, schema: { tags, querystring: doctorQuery, response: { 200: z.array(doctor) } } },
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
    { onRequest, schema: { tags, body: newDoctor, response: { 201: doctorAdded } } },
    async (request, reply) => {
      const wanted = { ...request.body, img: photos.stored(request.body.img) }
      const outcome = await addDoctor(db, wanted, tellFor(request))
      if (outcome.ok) return reply.code(201).send({ insertedId: outcome.id })
      const { status, field, sentence } = refusals[outcome.reason]
      return sendProblem(reply, status, sentence, { errors: { [field]: sentence } })
    },
  )

  app.delete(
    '/doctor/:email',
    { onRequest, schema: { tags, params: z.object({ email }), response: { 200: doctorDeleted } } },
    async (request) => {
      const removed = await removeDoctor(db, request.params.email, tellFor(request), photos.release)
      if (removed) photos.tidy()
      return { deletedCount: removed ? 1 : 0 }
    },
  )
}

const refusals: Record<DoctorRefusal, { status: number; field: string; sentence: string }> = {
  'known-email': { status: 409, field: 'email', sentence: 'There is a doctor with this email already.' },
  'unknown-specialty': { status: 400, field: 'specialty', sentence: 'There is no treatment of this name.' },
  'unknown-photo': {
    status: 400,
    field: 'img',
    sentence: 'This photo was not added here, or was removed meanwhile. Please add it again.',
  },
}
