import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { accountQuery } from '#web/api/account.ts'
import { Unconfirmed } from './Unconfirmed.tsx'

/** Renders the note of an account; of one that is not known yet without `emailConfirmed`. */
function render(emailConfirmed?: boolean) {
  const client = new QueryClient()
  if (emailConfirmed !== undefined)
    client.setQueryData(accountQuery.queryKey, { emailConfirmed, password: 'own', secondFactor: 'off' })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Unconfirmed />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('an unconfirmed account reads that the clinic’s appointments are hidden, whether there are any or not', () => {
  expect(render(false)).toMatch(
    /Appointments that the clinic makes for you show here once your email is confirmed\..*<a [^>]*href="\/dashboard\/account"/,
  )
})

test('a confirmed account, and one that is not known yet, read nothing', () => {
  expect([render(true), render()]).toEqual(['', ''])
})
