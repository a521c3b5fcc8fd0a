/** Beginnings of the paths that the server answers by itself. Every other path is a page, or a file that was built with the pages. The
 *  development server passes requests for these on to the server. */
export const apiPaths = [
  '/api',
  '/user',
  '/admin',
  '/audit',
  '/service',
  '/available',
  '/booking',
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

/** Tells whether the server answers `path` by itself. `path` may carry a query. */
export function isApiPath(path: string): boolean {
  return apiPaths.some((start) => path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}?`))
}
