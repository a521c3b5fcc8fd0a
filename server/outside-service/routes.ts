import { outsideServiceCalls } from '#contract/calls/outside-service.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Sender } from '#server/mail/message/message.ts'
import type { Accounts } from './accounts.ts'
import { changeServices } from './change.ts'
import { listServices } from './list.ts'
import { serviceRefusals } from './refusals.ts'
import type { OutsideServices } from './services.ts'
import { storeMailTried } from './store.ts'
import { tryService } from './try.ts'

type Deps = {
  db: Db
  clock: () => Date
  identity: Identity
  audit: Audit
  outside: OutsideServices
  /** The account at Stripe since the start. */
  startedWith: Accounts['stripe']
  dataDir: string
  sender: () => Promise<Sender>
}

/** Registers the routes by which admins set up mail, text messages and card payments. */
export function outsideServiceRoutes(app: App, deps: Deps) {
  const { db, clock, identity, audit, outside, startedWith: started } = deps
  const answer = () => listServices({ ...outside, db, started })
  route(app, identity, outsideServiceCalls.listOutsideServices, answer)
  route(app, identity, outsideServiceCalls.changeOutsideServices, async (request) => {
    const { userId } = identity.caller(request)
    const by = { userId, at: clock(), record: audit.recordFor(request) }
    const outcome = await changeServices(db, outside, request.body, by)
    if (!outcome.ok) throw problemOf(serviceRefusals, outcome)
    outside.forget()
    return answer()
  })
  route(app, identity, outsideServiceCalls.testOutsideService, async (request) => {
    const { email: to } = identity.caller(request)
    const { dataDir, sender } = deps
    const { kind } = request.params
    const result = await tryService(kind, await outside.current(), { sender, to, dataDir })
    if (kind === 'mail' && result.worked) await storeMailTried(db, clock())
    return result
  })
}
