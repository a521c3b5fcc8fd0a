import type { Provider } from 'oidc-provider'
import type { App } from '#server/http/app-type.ts'
import { mount } from './account.ts'

/** Gives every request below the mount to the provider as Node has it, body unread. The provider makes its addresses of Host and of
 *  the proxy's headers; here they are always those of `publicUrl`, whatever the client says. */
export function mountProvider(scope: App, publicUrl: string, provider: () => Promise<Provider>) {
  const { host, protocol } = new URL(publicUrl)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all(`${mount}/*`, { schema: { hide: true } }, async (request, reply) => {
    const opened = await provider()
    opened.proxy = true
    const { raw } = request
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(mount.length) })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await opened.callback()(raw, reply.raw)
  })
}
