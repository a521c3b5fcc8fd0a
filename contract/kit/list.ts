import { z } from 'zod/mini'
import { visible } from './text/plain-text.ts'

/** The most rows that a page of a list has, and those of a page by default. */
const maxPageSize = 1_000

/** Query of a list that has no search: page `page` (from 1) with `limit` rows (1 to 1000). By default the first 1000
 *  rows. A header `Link` with `rel="next"` (RFC 8288) leads to the rows after them, if there are any. */
export const pageQuery = z.object({
  page: z._default(
    z.coerce.number('A page, from 1').check(z.int('A page, from 1'), z.gte(1, 'A page, from 1'), z.lte(1e6, 'A page')),
    1,
  ),
  limit: z._default(
    z.coerce.number('1 to 1000').check(z.int('1 to 1000'), z.gte(1, '1 to 1000'), z.lte(maxPageSize, '1 to 1000')),
    maxPageSize,
  ),
})
export type PageQuery = z.infer<typeof pageQuery>

/** Query of a list: a page of the rows that have words starting with those of `search`. */
export const listQuery = z.extend(pageQuery, {
  search: z._default(
    z.string('Words to look for').check(z.trim(), z.maxLength(100, 'At most 100 characters'), visible),
    '',
  ),
})

/** Response header with the number of rows on all pages; the body is a plain array. Of rows that match a search, up to
 *  `maxCounted` are counted. */
export const totalHeader = 'x-total-count'

/** Rows that match a search are counted up to this number. */
export const maxCounted = 10_000

/** Rows per page of the lists on the site. */
export const pageSize = 100
