import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PatientCard } from './AppointmentForm.tsx'

const ann = { _id: 'ann', name: 'Ann', email: 'ann@example.org', phone: '1' }
const warning =
  'This address is not confirmed. The account shows the appointment once its owner opens the link in our email.'

const html = (patient: Parameters<typeof PatientCard>[0]['patient']) =>
  renderToStaticMarkup(<PatientCard patient={patient} onChange={() => undefined} />)

test('the desk sees that the address of a patient is not confirmed', () => {
  expect(html({ ...ann, emailConfirmed: false })).toContain(warning)
})

test.each([
  ['a confirmed address', { ...ann, emailConfirmed: true }],
  ['no email', { _id: 'bob', name: 'Bob', phone: '1' }],
])('nothing is said of %s', (_what, patient) => {
  expect(html(patient)).not.toContain('not confirmed')
})
