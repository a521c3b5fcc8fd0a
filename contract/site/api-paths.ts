/** Prefixes of the paths with routes on the server. Every other path is a page or a built file. The development server proxies these prefixes
 *  to the server. */
export const apiPaths = [
  '/api',
  '/user',
  '/admin',
  '/audit',
  '/service',
  '/available',
  '/calendar',
  '/booking',
  '/desk',
  '/doctor',
  '/image',
  '/create-payment-intent',
  '/webhook',
  '/sandbox',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/reference',
  '/fonts',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
] as const

/** Tells whether a path, with or without a query, has a route on the server. */
export function isApiPath(path: string): boolean {
  return apiPaths.some((start) => path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}?`))
}
