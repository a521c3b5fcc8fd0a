import { clinicCalls } from '#contract/calls/clinic.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf, type Refusals } from '#server/http/refusal.ts'
import { publicRoute } from '#server/http/route.ts'
import { makeFirstAdmin, type SetupRefusal } from './first-admin.ts'

type Deps = {
  db: Db
  security: SecurityLog
  auth: { $context: Promise<{ password: { hash: (password: string) => Promise<string> } }> }
  faultOf: (password: string, owner: { email: string; name: string }) => Promise<string | undefined>
}

const refusals: Refusals<{ reason: SetupRefusal } | { reason: 'weak-password'; sentence: string }> = {
  'used-link': {
    status: 409,
    sentence:
      'This link has been used already, or it is too old. Restart the server: its log has a new one as long as there is no admin.',
  },
  'has-admin': { status: 409, sentence: 'This clinic has an admin already. Please log in.' },
  'weak-password': { status: 400, field: 'password', sentence: ({ sentence }) => sentence },
}

/** Registers the route that makes the first admin. The token of the link is the credential. */
export function setUpRoute(app: App, { db, security, auth, faultOf }: Deps) {
  publicRoute(app, clinicCalls.setUp, async (request) => {
    const hashPassword = async (password: string) => (await auth.$context).password.hash(password)
    const outcome = await makeFirstAdmin({ db, security, hashPassword, faultOf }, request.body, request.ip)
    if (!outcome.ok) throw problemOf(refusals, outcome)
    return { success: true as const }
  })
}
