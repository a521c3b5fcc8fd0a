import { pages } from '#contract/site/pages.ts'
import { pageAt } from '#web/page-at.ts'

/** Tells whether going to `to` needs a new document, because the Content-Security-Policy of the page at `loaded` is another one
 *  (docs/decisions/0015). Never for the login page: a new document would lose the navigation state with the page to return to. */
export function needsDocument(loaded: string, to: string): boolean {
  return pageAt(loaded)?.policy !== pageAt(to)?.policy && to !== pages.login
}
