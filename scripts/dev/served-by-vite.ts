import { pageList } from '#contract/site/pages.ts'

const pages = pageList.map(({ path }) => path.replace(/:\w+/g, '[^/]+')).join('|')
const page = new RegExp(`^(${pages}|/design|/not-found)/?$`, 'i')
// Vite's own modules, the sources of the pages, and the files of public/.
const file = /^\/(@|(brand|contract|node_modules|web)\/)/

/** Tells whether the development server answers a request for `url` by itself: it is a page, or a file that a page
 *  consists of. All other requests are for the server. */
export function isServedByVite(url: string): boolean {
  const path = url.replace(/\?.*$/s, '')
  return page.test(path) || file.test(path)
}
