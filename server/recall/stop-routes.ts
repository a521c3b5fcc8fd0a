import { recallCalls } from '#contract/calls/recall.ts'
import { linkRequest } from '#contract/kit/link.ts'
import { pages } from '#contract/site/pages.ts'
import type { App } from '#server/http/app-type.ts'
import { publicRoute } from '#server/http/route.ts'
import { readStopPage, type StopDeps, stopByLink } from './stop.ts'

/** The page that asks whether to stop invitations. */
export const stopPath = (token: string) => `${pages.recall}#stop.${token}`

/** The address that stops invitations by one POST, as an email app sends it. */
export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/unsubscribe/${token}`

/** Registers the routes that stop invitations to come back, which need no sign-in. */
export async function recallStopRoutes(app: App, deps: StopDeps) {
  publicRoute(app, recallCalls.readRecallStop, ({ body: { token } }) => readStopPage(deps, token))
  publicRoute(app, recallCalls.changeRecallStop, ({ body: { token, stopped }, ip }) =>
    stopByLink(deps, { token, stopped, ip }),
  )
  await app.register(async (scope: App) => {
    // Email apps send a form, in either of its two formats.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    oneClickRoutes(scope, deps)
  })
}

/** One-click unsubscribe (RFC 8058). Email apps without it open the address, which leads to the page and changes
 *  nothing, as scanners do, too. */
function oneClickRoutes(app: App, deps: StopDeps) {
  const schema = { hide: true, params: linkRequest }
  app.get('/unsubscribe/:token', { schema }, async ({ params: { token } }, reply) =>
    reply.redirect(stopPath(encodeURIComponent(token))),
  )
  app.post('/unsubscribe/:token', { schema, config: { anyOrigin: true } }, async ({ params: { token }, ip }) => {
    await stopByLink(deps, { token, stopped: true, ip })
    return 'These emails are stopped.'
  })
}
