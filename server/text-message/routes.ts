import { z } from 'zod'
import { refused } from '#contract/kit/outcome.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf, type Refusals } from '#server/http/refusal.ts'
import { startTexts, stopTexts } from '#server/patient/text-stop-store.ts'
import { stateOf } from './provider.ts'
import { receiveReport, type TextDeps } from './send.ts'
import { readAnswer } from './stop.ts'

/** The path of the webhook, which is both the StatusCallback and where answers of patients go. */
export const textWebhook = '/webhook/text'

const refusals: Refusals<{ reason: 'forged' | 'unavailable' }> = {
  forged: { status: 400, sentence: 'This is not signed by the provider of text messages.' },
  unavailable: {
    status: 503,
    sentence: 'The provider of text messages can not be reached at the moment. Please try again in a minute.',
  },
}

/** Registers the webhook of the provider of text messages: what became of them, and what patients answer. */
export function textRoutes(app: App, deps: TextDeps & { publicUrl: string }) {
  // The signature covers the parameters as they were sent.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(
      textWebhook,
      {
        bodyLimit: 64 * 1024,
        config: { limit: 'webhook' },
        schema: {
          tags: ['message'],
          operationId: 'receiveTextEvent',
          summary: 'Receive what became of text messages, and what patients answer',
          problems: [503],
          security: [{ textMessage: [] }],
          response: { 200: { content: { 'text/xml': { schema: z.string() } } } },
        },
      },
      async (request, reply) => {
        const params = Object.fromEntries(new URLSearchParams(z.string().catch('').parse(request.body)))
        const signature = z.string().catch('').parse(request.headers['x-twilio-signature'])
        const url = deps.publicUrl + request.url
        if (!(await deps.texts.isSigned({ url, params, signature }))) throw problemOf(refusals, refused('forged'))
        await receive(deps, params).catch((error) => {
          request.log.warn({ err: error }, 'an event of a text message was not received')
          throw problemOf(refusals, refused('unavailable'))
        })
        return reply.type('text/xml').send('<Response></Response>')
      },
    )
  })
}

async function receive(deps: TextDeps, { MessageSid: id, MessageStatus: status, From: from, Body: answer }: Params) {
  if (status !== undefined) {
    if (id && stateOf(status) !== 'sent') await receiveReport(deps, id)
  } else if (from && answer && isNumber(from)) {
    const said = readAnswer(answer)
    if (said === 'stop') {
      const ended = await stopTexts(deps.db, from)
      deps.log.info({ ended }, 'a patient stopped text messages')
    } else if (said === 'start') {
      const started = await startTexts(deps.db, from)
      if (started !== undefined) deps.log.info({ started }, 'a patient started text messages again')
    }
  }
}

/** Tells whether a sender is a phone number in E.164, and not a short code or an address of another channel. */
const isNumber = (from: string) => /^\+[1-9]\d{6,14}$/.test(from)

type Params = { [name in 'MessageSid' | 'MessageStatus' | 'From' | 'Body']?: string }
