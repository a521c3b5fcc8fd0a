import { accountCalls } from '#contract/calls/account.ts'
import { pages } from '#contract/site/pages.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { SendMail } from '../better-auth.ts'
import { isDemoAdmin } from '../demo.ts'
import { accountRefusals, emailRefusals } from '../refusals.ts'
import { changeEmail, type EmailTokens } from './email-change.ts'

type Deps = {
  db: Db
  clock: () => Date
  publicUrl: string
  identity: Identity
  sendMail: SendMail
  emailTokens: EmailTokens
}

const lifetimeMs = 86_400_000

/** Registers the routes by which an account gets another email: it counts once its owner opens the link there. */
export function emailRoutes(app: App, { db, clock, publicUrl, identity, sendMail, emailTokens }: Deps) {
  route(
    app,
    accountCalls.changeEmail,
    {
      identity,
      tag: 'account',
      operationId: 'changeEmail',
      summary: 'Email a link that confirms a new email of the account',
    },
    async (request, reply) => {
      const { userId, email: former } = identity.caller(request)
      if (isDemoAdmin(former)) throw problemOf(accountRefusals, { reason: 'advertised-password' })
      const { email } = request.body
      const token = emailTokens.issue({ userId, former, email, until: clock().getTime() + lifetimeMs })
      await sendMail({ kind: 'new-email', recipient: email, link: `${publicUrl}${pages.newEmail}#token=${token}` })
      return reply.code(204).send()
    },
  )

  route(
    app,
    accountCalls.confirmEmail,
    {
      tag: 'account',
      operationId: 'confirmEmail',
      summary: 'Give an account its new email by the link, and sign it out everywhere',
      problems: [404, 409],
    },
    async ({ body: { token }, ip }, reply) => {
      const outcome = await changeEmail(db, emailTokens.read(token), { now: clock(), ip })
      if (!outcome.ok) throw problemOf(emailRefusals, outcome)
      await sendMail({ kind: 'email-changed', recipient: outcome.former })
      return reply.code(204).send()
    },
  )
}
