import type { PageFacts } from './page-facts.ts'
import { pageList } from './pages.ts'

/** Returns the row of `pageTable` for a path, with its query or without; undefined for an unknown page. */
export function pageAt(address: string): PageFacts | undefined {
  const [path = ''] = address.split(/[?#]/)
  return pageList.find((page) => page.path === path) ?? pageList.find((page) => isMatch(page.path, path))
}

/** Says why the page at `from`, a path with its query, asks for a sign-in; undefined for a page that is open to
 *  everyone. */
export function signInReason(from: string): string | undefined {
  return pageAt(from)?.signIn
}

// As the router matches: in any case, with or without a slash at the end.
function isMatch(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(path)
}
