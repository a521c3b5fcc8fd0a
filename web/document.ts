import { matchPath } from 'react-router'
import { pages } from '#contract/pages.ts'

/** The address that this document was loaded for, which a change of page within it doesn't change; empty while the pages are built.
 *  Imported by the root, so that it is read before any such change. */
export const documentPath = typeof location === 'undefined' ? '' : location.pathname

/** Must the page at `to` be loaded as a document of its own, from a document that was loaded for `loaded`? The payment page's document
 *  may load the card provider's script and no other may, so it is entered and left that way (docs/decisions/0015). The login is
 *  left out: where to come back to is kept in the navigation's state, and a document would lose it. */
export function needsDocument(loaded: string, to: string): boolean {
  const isPayment = (path: string) => matchPath(pages.payment, path) !== null
  return isPayment(loaded) !== isPayment(to) && to !== pages.login
}
