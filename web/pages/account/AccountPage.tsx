import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { accountStanding } from '#web/api/queries.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { pageTitle } from '#web/page-title.ts'
import { usePerson } from '#web/session/use-person.ts'
import { Details } from './Details.tsx'
import { Devices } from './Devices.tsx'
import { Password } from './Password.tsx'

export const meta = () => pageTitle('My Account')

export default function AccountPage() {
  const person = usePerson()
  const standing = useQuery(accountStanding)
  const retry = () => standing.refetch()

  return (
    <>
      <h1 className="text-2xl">My Account</h1>
      <div className="mt-6 grid max-w-3xl gap-6">
        {standing.isError && !standing.data && <LoadError what="Your account" error={standing.error} onRetry={retry} />}
        <Section title="Your details">
          <Details person={person} confirmed={standing.data?.emailConfirmed} />
        </Section>
        <Section title="Signed-in devices">
          <Devices />
        </Section>
        {(standing.data || standing.isPending) && (
          <Section title="Password">
            {standing.data ? (
              <Password kind={standing.data.password} email={person.email} />
            ) : (
              <div className="skeleton mt-4 h-64 max-w-96" />
            )}
          </Section>
        )}
      </div>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 p-5 sm:p-8">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
