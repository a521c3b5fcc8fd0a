import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pageSize as limit } from '#contract/kit/list.ts'
import { pages } from '#contract/site/pages.ts'
import { usersOf } from '#web/api/users.ts'
import { pageTitle } from '#web/app/page-title.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { SearchField } from '#web/ui/table/SearchField.tsx'
import { SortChoice } from './SortChoice.tsx'
import { UsersTable } from './UsersTable.tsx'
import { useUsersAddress } from './use-users-address.ts'

const count = (number: number) => number.toLocaleString('en-US')

export const meta = () => pageTitle('All Users')

export default function UsersPage() {
  const { email: admin } = usePerson()
  const { view, pageAt, search, sort } = useUsersAddress()
  const users = useQuery(usersOf(admin, { ...view, limit }))
  const everybody = useQuery({
    ...usersOf(admin, { search: '', sort: 'email', page: 1, limit }),
    enabled: view.search !== '',
  })
  const all = view.search === '' ? users.data?.total : everybody.data?.total

  return (
    <>
      <h1 className="page-title">All Users{all !== undefined && `: ${count(all)}`}</h1>
      <div className="mt-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchField label="Search by name or email" value={view.search} onSearch={search} />
        <SortChoice value={view.sort} onChoose={sort} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-quiet text-sm">
        {users.data && shown(users.data, view)}
      </p>
      <div className="mt-2" aria-busy={users.isPlaceholderData}>
        {users.isPending && <TableSkeleton label="Loading the users" rows={8} lines={3} button />}
        {users.isError && !users.data && (
          <LoadError what="The users" error={users.error} onRetry={() => users.refetch()} />
        )}
        {users.data?.rows.length === 0 && <Nobody {...view} total={users.data.total} />}
        {users.data && users.data.rows.length > 0 && <UsersTable admin={admin} users={users.data.rows} />}
      </div>
      {users.data && <Pager page={view.page} limit={limit} total={users.data.total} to={pageAt} />}
    </>
  )
}

function shown(
  { rows, total }: { rows: unknown[]; total: number },
  { search, page }: { search: string; page: number },
) {
  if (rows.length === 0) return null
  const first = (page - 1) * limit + 1
  const which = `${count(first)} to ${count(first + rows.length - 1)} of ${count(total)}`
  return search === '' ? which : `${which} that match “${search}”`
}

function Nobody({ search, page, total }: { search: string; page: number; total: number }) {
  const none = total === 0
  return (
    <EmptyCard
      title={none ? `No user matches “${search}”.` : `There is no page ${count(page)}.`}
      text={none ? 'Try the first letters of a name or email.' : 'The list is shorter now.'}
    >
      <Link to={pages.users} className="btn btn-line">
        Show all users
      </Link>
    </EmptyCard>
  )
}
