import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { accountQuery } from '#web/api/account.ts'

/** Tells a person with an unconfirmed email that the clinic's appointments are hidden until they confirm it. It must not tell whether there are any,
 *  because the account may be that of a stranger. */
export function Unconfirmed() {
  const { data } = useQuery(accountQuery)
  if (data?.emailConfirmed !== false) return null
  return (
    <p className="mt-6 max-w-text text-quiet print:hidden">
      Appointments that the clinic makes for you show here once your email is confirmed.{' '}
      <Link to={pages.account} className="text-link inline-block py-1">
        Confirm it in My Account
      </Link>
    </p>
  )
}
