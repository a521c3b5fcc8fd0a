import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeholderEmail } from '#contract/kit/text/email.ts'
import { TellPatient } from './TellPatient.tsx'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T13:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const ada = { patient: 'ada@example.com', phone: '555' }
const nobody = { patient: placeholderEmail('0197a0c2'), phone: '555' }

test.each([
  ['ahead', ada, '2026-11-21T13:30:00Z', 'An email is sent.'],
  ['that has begun', ada, '2026-11-21T13:00:00Z', 'It has begun, so the patient gets no email.'],
  ['at a time that is not known yet', ada, undefined, 'An email is sent.'],
  ['of a patient without email', nobody, '2026-11-21T13:00:00Z', 'No email: call'],
])('of an appointment %s, says how the patient learns of the change', (_what, contact, startsAt, text) => {
  const told = (
    <TellPatient contact={contact} startsAt={startsAt}>
      An email is sent.
    </TellPatient>
  )
  expect(renderToStaticMarkup(told)).toContain(text)
})
