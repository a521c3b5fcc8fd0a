import { textCodeCalls } from '#contract/calls/text-code.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { codeTerms } from '#contract/patient/text-code.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { listAccountPatients } from '#server/patient/account-patients.ts'
import { type CodeSigner, confirmCode, sendCode } from './code.ts'
import type { TextProvider } from './provider.ts'
import { confirmRefusals, sendRefusals } from './refusals.ts'

type Deps = {
  db: Db
  identity: Identity
  clinic: () => Promise<ClinicData>
  texts: TextProvider
  codes: CodeSigner
}

/** Registers the routes by which an account proves that it has a phone number. Only one with a confirmed email may: the
 *  clinic pays for each message. */
export function textCodeRoutes(app: App, { identity, clinic, ...deps }: Deps) {
  route(app, identity, textCodeCalls.sendTextCode, async (request, reply) => {
    const caller = identity.caller(request)
    requireConfirmedEmail(caller)
    const asked = { userId: caller.userId, patientId: request.params.id, clinic: await clinic() }
    const outcome = await sendCode(deps, asked)
    if (!outcome.ok) throw problemOf(sendRefusals, outcome)
    const { minutes, againAfterSeconds } = codeTerms
    return reply.code(201).send({ phone: outcome.phone, minutes, againAfterSeconds })
  })
  route(app, identity, textCodeCalls.confirmTextCode, async (request) => {
    const caller = identity.caller(request)
    requireConfirmedEmail(caller)
    const { userId, email } = caller
    const patientId = request.params.id
    const { code } = request.body
    const outcome = await confirmCode(deps, { userId, email, patientId, code, clinic: await clinic() })
    if (!outcome.ok) throw problemOf(confirmRefusals, outcome)
    const [person] = await listAccountPatients(deps.db, userId, patientId)
    if (!person) throw problemOf(confirmRefusals, { ok: false, reason: 'unknown-person' })
    return person
  })
}
