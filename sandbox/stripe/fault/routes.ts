import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { ProblemError } from '#server/http/problem.ts'
import { basePath, isAuthorized } from '../account.ts'
import { faults } from './fault.ts'
import { findFaults, saveFaults } from './store.ts'

/** Lets the holder of the secret key read the sandbox's faults and replace all of them. */
export function faultRoutes(
  app: App,
  { db, secretKey, onChange }: { db: Db; secretKey: string; onChange: () => Promise<void> },
) {
  const onRequest = async ({ headers }: FastifyRequest) => {
    if (!isAuthorized(headers.authorization, secretKey))
      throw new ProblemError(401, 'This takes the secret key of the sandbox.')
  }
  app.get(`${basePath}/faults`, { onRequest, schema: { hide: true } }, () => findFaults(db))

  app.post(`${basePath}/faults`, { onRequest, schema: { hide: true, body: faults } }, async (request) => {
    await saveFaults(db, request.body)
    await onChange()
    return findFaults(db)
  })
}
