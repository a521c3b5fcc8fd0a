import { matchPath } from 'react-router'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList } from '#contract/site/pages.ts'

/** Returns the row of `pageTable` for a path; undefined for an unknown page. */
export function pageAt(path: string): PageFacts | undefined {
  // Most paths are those of the table, and matching is slow.
  return pageList.find((page) => page.path === path) ?? pageList.find((page) => matchPath(page.path, path) !== null)
}
