import type { FastifyInstance } from 'fastify'

/** Redirects a request that no route matches to the route that differs only in case or in slashes at the end, with 308, which keeps the
 *  method and the body. Must be called before the routes are added. */
export function redirectToCanonicalPaths(app: FastifyInstance): void {
  const routes = new Map<string, string[]>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    for (const each of [method].flat()) routes.set(each, [...(routes.get(each) ?? []), url].sort(byParameters))
  })
  app.addHook('onRequest', (request, reply, done) => {
    const target = request.is404 ? canonicalUrl(routes.get(request.method) ?? [], request.url) : undefined
    if (target === undefined) return done()
    reply.redirect(target, 308)
  })
}

/** Returns `url` with the path of the first of `routes` that it matches without regard to case and slashes at the end; undefined when there is
 *  none or the path is that already. Parameters and the query stay as they are. */
export function canonicalUrl(routes: readonly string[], url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  // What is no plain ASCII path is none of ours. A target begins with the fixed text of a route, so it never leads to another site.
  if (!/^\/[\x21-\x7e]*$/.test(path)) return undefined
  const segments = withoutSlashesAtEnd(path).split('/')
  for (const route of routes) {
    const canonical = fill(route.split('/'), segments)
    if (canonical !== undefined) return canonical === path ? undefined : canonical + url.slice(path.length)
  }
  return undefined
}

function fill(route: string[], segments: string[]) {
  if (route.length !== segments.length) return undefined
  const filled: string[] = []
  for (const [index, name] of route.entries()) {
    const segment = segments[index] ?? ''
    const isParameter = name.startsWith(':') && segment !== ''
    if (!isParameter && name.toLowerCase() !== segment.toLowerCase()) return undefined
    filled.push(isParameter ? segment : name)
  }
  return filled.join('/')
}

function withoutSlashesAtEnd(path: string) {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

// `/user/admin/:email` before `/user/:id/:email`.
function byParameters(one: string, other: string) {
  return one.split(':').length - other.split(':').length
}
