import { matchPath } from 'react-router'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList } from '#contract/site/pages.ts'

/** Returns the row of `pageTable` for a path; undefined for an unknown page. */
export function pageAt(path: string): PageFacts | undefined {
  return pageList.find((page) => matchPath(page.path, path) !== null)
}
