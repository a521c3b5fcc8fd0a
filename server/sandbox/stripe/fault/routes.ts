import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { ProblemError } from '#server/http/problem.ts'
import { isKeyOf, mount } from '../account.ts'
import { faultSettings } from './fault.ts'
import { findFaults, saveFaults } from './store.ts'

type Parts = { db: Db; secretKey: string; onChange: () => Promise<void> }

/** Where whoever has the secret key sets what is to go wrong, all of it each time, and reads what is left of it. */
export function faultRoutes(app: App, { db, secretKey, onChange }: Parts) {
  const onRequest = async ({ headers }: FastifyRequest) => {
    if (!isKeyOf(headers.authorization, secretKey))
      throw new ProblemError(401, 'This takes the secret key of the sandbox.')
  }
  app.get(`${mount}/faults`, { onRequest, schema: { hide: true } }, () => findFaults(db))

  app.post(`${mount}/faults`, { onRequest, schema: { hide: true, body: faultSettings } }, async (request) => {
    await saveFaults(db, request.body)
    await onChange()
    return findFaults(db)
  })
}
