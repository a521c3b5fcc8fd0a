import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { problemCodes } from '#contract/access/problem-codes.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { LoadError } from './LoadError.tsx'

const render = (code?: string) => {
  const error = new ApiError({ type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not now.', code })
  return renderToString(
    <MemoryRouter>
      <LoadError what="The list" query={{ error, refetch: () => {} }} />
    </MemoryRouter>,
  )
}

it('offers to try again', () => {
  expect(render()).toContain('Try again')
})

it('leads to the account where a second factor is missing, because to try again would not help', () => {
  const html = render(problemCodes.secondFactorNeeded)
  expect(html).not.toContain('Try again')
  expect(html).toContain('href="/dashboard/account"')
})
