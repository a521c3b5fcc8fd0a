import { z } from 'zod'
import { toDollars } from '#contract/kit/money.ts'
import { mediumDate } from '#contract/kit/time/clinic-date.ts'
import { treatment } from '#contract/treatment.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Availability } from './availability.ts'
import { listTreatments } from './store.ts'

/** Registers the public routes that list the treatments, and their free slots on a day. */
export function treatmentRoutes(app: App, { db, availability }: { db: Db; availability: Availability }) {
  const tags = ['treatment']
  app.get(
    '/service',
    {
      schema: {
        tags,
        operationId: 'listTreatments',
        summary: 'The treatments, with all their slots',
        response: { 200: z.array(treatment) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      const treatments = await listTreatments(db)
      return treatments.map(({ id, name, slots, price }) => ({ _id: id, name, slots, price: toDollars(price) }))
    },
  )

  app.get(
    '/available',
    {
      schema: {
        tags,
        operationId: 'listAvailable',
        summary: 'The treatments, with the slots that are free on a day',
        querystring: z.object({ date: mediumDate }),
        response: { 200: z.array(treatment) },
      },
    },
    ({ query }, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
      // JSON of the contract's type, sent without serialization. A cached string is sent without a promise, which is faster.
      const json = availability.get(query.date)
      if (typeof json !== 'string') return json as never
      reply.send(json as never)
    },
  )
}
