import { matchPath } from 'react-router'
import { pageList } from '#contract/site/pages.ts'

/** Says why the page at `from` asks for a sign-in; undefined for a page that is open to everyone. */
export function signInReason(from: string): string | undefined {
  const [path = ''] = from.split(/[?#]/)
  return pageList.find((page) => matchPath(page.path, path) !== null)?.signIn
}
