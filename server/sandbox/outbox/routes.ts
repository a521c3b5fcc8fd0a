import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '#server/http/app-type.ts'
import { ProblemError } from '#server/http/problem.ts'
import { listMails, readMail } from './mails.ts'
import { listPage, mailPage, style } from './pages.ts'

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** In demo mode without a mail server: the mails that were written to `folder`, for everybody to read. */
export function outboxRoutes(app: App, { folder, publicUrl }: { folder: string; publicUrl: string }) {
  const schema = { hide: true }
  app.get('/sandbox/outbox', { schema }, async (_request, reply) => send(reply, listPage(await listMails(folder))))

  const params = z.object({ id: z.uuid() })
  app.get('/sandbox/outbox/:id', { schema: { ...schema, params } }, async (request, reply) => {
    const mail = await readMail(folder, request.params.id)
    if (!mail) throw new ProblemError(404, 'There is no such mail.')
    return send(reply, mailPage(mail, publicUrl))
  })
}

function send(reply: FastifyReply, html: string) {
  reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  return reply.type('text/html; charset=utf-8').send(html)
}
