import { messageCalls } from '#contract/calls/message.ts'
import { messageKinds } from '#contract/message.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { wording } from '#server/mail/message/appointment.ts'
import { inAWeek, invented, writePreview } from './preview.ts'
import { listWords } from './store.ts'
import { changeWords } from './words.ts'

type Deps = Parameters<typeof writePreview>[0] & { identity: Identity; audit: Audit; jobs: Jobs }

/** Registers the routes by which admins choose the words of the clinic's emails. */
export function messageRoutes(app: App, deps: Deps) {
  const { db, identity, audit } = deps
  const answer = async () => {
    const words = await listWords(db)
    return messageKinds.map((kind) => {
      const { heading, sentence } = wording[`appointment-${kind}`]
      return { kind, ...(words.get(kind) ?? { subject: '', text: '' }), usual: { subject: heading, text: sentence } }
    })
  }
  route(app, identity, messageCalls.listMessages, answer)
  route(app, identity, messageCalls.changeMessage, async (request) => {
    await changeWords(db, request.params.kind, request.body, audit.recordFor(request))
    return answer()
  })
  route(app, identity, messageCalls.previewMessage, async ({ params: { kind }, body }) =>
    shown(await writePreview(deps, kind, body)),
  )
  route(app, identity, messageCalls.testMessage, async (request) => {
    const { kind } = request.params
    const { email: recipient } = identity.caller(request)
    const { appointment } = invented(inAWeek(deps.clock()))
    await addMail(db, deps.jobs, { kind: `appointment-${kind}`, recipient, link: deps.publicUrl, appointment })
    deps.jobs.wake(emails)
    return { recipient }
  })
}

const shown = ({ subject, text }: { subject: string; text: string }) => ({ subject, text })
