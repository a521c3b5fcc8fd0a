import { z } from 'zod'

/** Part of a list: of the rows with words that start with those of `search`, page `page` (from 1) of `limit` rows (1 to 1000). By
 *  default the first 1000 rows. */
export const listQuery = z.object({
  search: z.string('Words to look for').trim().max(100, 'At most 100 characters').default(''),
  page: z.coerce.number('A page, from 1').int('A page, from 1').min(1, 'A page, from 1').max(1e6, 'A page').default(1),
  limit: z.coerce.number('1 to 1000').int('1 to 1000').min(1, '1 to 1000').max(1000, '1 to 1000').default(1000),
})

/** Response header with the number of rows on all pages; the body is a plain array. */
export const totalHeader = 'x-total-count'

/** Rows on a page of the site's own lists; a shorter list is shown whole. */
export const pageSize = 100
