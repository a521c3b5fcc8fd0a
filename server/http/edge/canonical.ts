import type { FastifyInstance } from 'fastify'

/** Redirects a request without a route to the route that differs only in case or in trailing slashes. Status 308 keeps
 *  the method and the body. Call it before adding routes. */
export function redirectToCanonicalPaths(app: FastifyInstance): void {
  const routes = new Map<string, string[]>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    for (const each of [method].flat()) routes.set(each, [...(routes.get(each) ?? []), url])
  })
  app.addHook('onReady', async () => {
    for (const urls of routes.values()) urls.sort(byParameters)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const target = request.is404 ? canonicalUrl(routes.get(request.method) ?? [], request.url) : undefined
    if (target === undefined) return done()
    reply.redirect(target, 308)
  })
}

/** Returns `url` with the path of the first of `routes` that matches it regardless of case and trailing slashes.
 *  Parameters and the query are unchanged. Returns undefined if no route matches or the path is already canonical. */
export function canonicalUrl(routes: readonly string[], url: string): string | undefined {
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  // No route has a path outside printable ASCII. A target starts with the fixed part of a route, so it never leads to
  // another site.
  if (!/^\/[\x21-\x7e]*$/.test(path)) return undefined
  const segments = withoutTrailingSlashes(path).split('/')
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

// A loop, because a regular expression would take quadratic time for a path of many slashes.
function withoutTrailingSlashes(path: string) {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

// Sorts `/user/admin/:email` before `/user/:id/:email`.
function byParameters(one: string, other: string) {
  return one.split(':').length - other.split(':').length
}
