import type { PageFacts } from './page-facts.ts'
import { pageList, pages } from './pages.ts'

/** Path of the page for unknown addresses. */
export const unknownPage = '/not-found'

/** Paths that have a built document. */
export const documents: readonly string[] = [...Object.values(pages), unknownPage]

/** Returns the folder of a page's documents in the built site. */
export function documentFolder(path: string): string {
  return path.replaceAll(':', '')
}

/** Pages that visitors without a session get as plain HTML. */
export const withoutApp: readonly string[] = [...pathsOfPages((page) => page.withoutApp), unknownPage]

/** Pages that the server renders for a signed-in person, with their data. */
export const rendered: readonly string[] = pathsOfPages((page) => page.isRendered)

/** Pages that search engines index. */
export const indexed: readonly string[] = pathsOfPages(({ description }) => description)

function pathsOfPages(isWanted: (page: PageFacts) => unknown): string[] {
  return pageList.filter(isWanted).map(({ path }) => path)
}
