import { matchPath } from 'react-router'
import { pageList, pages } from '#contract/site/pages.ts'

/** The address that this document was loaded for, which a change of page within it doesn't change; empty while the pages are built.
 *  Imported by the root, so that it is read before any such change. */
export const documentPath = typeof location === 'undefined' ? '' : location.pathname

/** Whether the browser must load a new document to get from a document of `loaded` to `to`. The policy of a document stays while the
 *  app changes pages within it, so pages with another policy are entered and left that way (docs/decisions/0015). The login is an
 *  exception: the navigation's state says where to come back to, and a new document would lose it. */
export function needsDocument(loaded: string, to: string): boolean {
  return policyOf(loaded) !== policyOf(to) && to !== pages.login
}

function policyOf(path: string) {
  return pageList.find((page) => matchPath(page.path, path) !== null)?.policy
}
