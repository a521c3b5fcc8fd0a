import { z } from 'zod'

/** Which part of a list is asked for: of the rows in which words begin as those of `search` do, page `page` (from 1) of `limit`
 *  rows (1 to 1000). Without any of them the list's first 1000 rows. */
export const listQuery = z.object({
  search: z.string('Words to look for').trim().max(100, 'At most 100 characters').default(''),
  page: z.coerce.number('A page, from 1').int('A page, from 1').min(1, 'A page, from 1').max(1e6, 'A page').default(1),
  limit: z.coerce.number('1 to 1000').int('1 to 1000').min(1, '1 to 1000').max(1000, '1 to 1000').default(1000),
})

/** The header that tells how many rows there are on all pages together; the body is the plain list. */
export const totalHeader = 'x-total-count'
