import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '#server/http/app-type.ts'
import { ProblemError } from '#server/http/problem.ts'
import { permissionsPolicy } from '#server/http/security.ts'
import { listMails, readMail } from './mails.ts'
import { framedHtml, listPage, mailPage, style } from './pages.ts'

const pagePolicy = [
  "default-src 'none'",
  `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "font-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Emails have inline styles, the site's pictures and an opaque origin. The policy blocks their scripts; the sandbox
// allows scripts for accessibility checkers.
const emailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-top-navigation-by-user-activation',
].join('; ')

/** Serves the emails in `folder` to everyone. For demo mode without a mail server. */
export function outboxRoutes(app: App, { folder, publicUrl }: { folder: string; publicUrl: string }) {
  const schema = { hide: true }
  const params = z.object({ id: z.uuid() })
  const getMail = async (id: string) => {
    const mail = await readMail(folder, id)
    if (!mail) throw new ProblemError(404, 'There is no such email.')
    return mail
  }

  app.get('/sandbox/outbox', { schema }, async (_request, reply) =>
    send(reply, listPage(await listMails(folder)), pagePolicy),
  )
  app.get('/sandbox/outbox/:id', { schema: { ...schema, params } }, async (request, reply) =>
    send(reply, mailPage(await getMail(request.params.id), publicUrl), pagePolicy),
  )
  app.get('/sandbox/outbox/:id/html', { schema: { ...schema, params } }, async (request, reply) => {
    const html = framedHtml(await getMail(request.params.id))
    return send(reply.header('x-frame-options', 'SAMEORIGIN'), html, emailPolicy)
  })
}

function send(reply: FastifyReply, html: string, policy: string) {
  reply.headers({ 'content-security-policy': policy, 'permissions-policy': permissionsPolicy() })
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  return reply.type('text/html; charset=utf-8').send(html)
}
