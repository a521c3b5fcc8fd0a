import { useSearchParams } from 'react-router'
import { z } from 'zod'

const address = z.object({
  search: z.string().trim().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(1e6).catch(1),
})
type View = z.infer<typeof address>

/** The search and page of the list, kept in the page's address. Invalid values count as absent. */
export function useDoctorsAddress() {
  const [params, setParams] = useSearchParams()
  const view = address.parse(Object.fromEntries(params))
  const goTo = (next: View) => setParams(written(next), { replace: true, preventScrollReset: true })
  return {
    view,
    /** The address of another page of the same list. */
    pageAt: (page: number) => `?${written({ ...view, page })}`,
    search: (search: string) => search !== view.search && goTo({ search, page: 1 }),
    toPreviousPage: () => goTo({ ...view, page: Math.max(1, view.page - 1) }),
  }
}

function written({ search, page }: View): URLSearchParams {
  return new URLSearchParams({ ...(search !== '' && { search }), ...(page !== 1 && { page: String(page) }) })
}
