import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { type UserSort, userSort } from '#contract/user.ts'

const address = z.object({
  search: z.string().trim().max(100).catch(''),
  sort: userSort.catch('email'),
  page: z.coerce.number().int().min(1).max(1e6).catch(1),
})
type View = z.infer<typeof address>

/** The search, sort order and page of the list, kept in the page's address. Invalid values count as absent. */
export function useUsersAddress() {
  const [params, setParams] = useSearchParams()
  const view = address.parse(Object.fromEntries(params))
  return {
    view,
    /** The address of another page of the same list. */
    pageAt: (page: number) => `?${written({ ...view, page })}`,
    search: (search: string) => {
      if (search !== view.search)
        setParams(written({ ...view, search, page: 1 }), { replace: true, preventScrollReset: true })
    },
    sort: (sort: UserSort) => setParams(written({ ...view, sort, page: 1 }), { preventScrollReset: true }),
  }
}

function written({ search, sort, page }: View): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(sort !== 'email' && { sort }),
    ...(page !== 1 && { page: String(page) }),
  })
}
