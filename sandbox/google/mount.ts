import type { Provider } from 'oidc-provider'
import type { App } from '#server/http/app-type.ts'
import { basePath } from './account.ts'

/** Passes every request below the sandbox's path to the provider with an unread body. The provider builds URLs from
 *  Host and the proxy headers, so these are replaced by those of `publicUrl`. */
export function mountProvider(scope: App, publicUrl: string, getProvider: () => Promise<Provider>) {
  const { host, protocol } = new URL(publicUrl)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all(`${basePath}/*`, { schema: { hide: true } }, async (request, reply) => {
    const provider = await getProvider()
    provider.proxy = true
    const { raw } = request
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(basePath.length) })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await provider.callback()(raw, reply.raw)
  })
}
