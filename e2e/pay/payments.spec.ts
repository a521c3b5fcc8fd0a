import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { axeInBothSchemes } from '../support/accessibility.ts'
import { book } from '../support/bookings.ts'
import { callDesk } from '../support/desk.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

test('an accountant finds a payment by receipt, by its last digits, by patient and by link', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const patient = await signUp(server, `Paula ${randomUUID().slice(0, 8)}`)
  const { _id: id } = await book(server, patient)
  await signInAs(page, server, await staffMember(server, 'accountant', 'Abe Count'))
  await page.goto('/dashboard/payments')
  const field = page.getByLabel('Receipt or patient')
  const find = page.getByRole('button', { name: 'Find', exact: true })
  await field.fill('x')
  await find.click()
  await expect(page.getByText('At least 2 characters')).toBeVisible()
  await field.fill(`${server.url}/dashboard/receipt/${id}`)
  await find.click()
  await expect(page.getByText('Not paid')).toBeVisible()

  const pay = () =>
    callDesk(server, 'POST', `/desk/appointments/${id}/payments`, {
      ...{ requestId: randomUUID(), method: 'cash', amount: 20 },
    })
  const { receipt } = (await pay()).payment.payments[0]
  for (const typed of [receipt, receipt.slice(-4), patient.name]) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(page.getByRole('button', { name: receipt })).toContainText(patient.name)
    await expect(page.getByText('Part paid')).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue(typed)
    await expect(page.getByRole('link', { name: `Receipt ${receipt}` })).toBeVisible()
  }

  const { receipt: second } = (await pay()).payment.payments[0]
  await page.reload()
  await expect(page.getByText('Part paid')).toBeHidden()
  await page.getByRole('button', { name: second }).click()
  await expect(page.getByRole('button', { name: second })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Part paid')).toBeVisible()
  await axeInBothSchemes(page)
  await shoot(page, 'payments')

  await field.fill('Nobody at all')
  await field.press('Enter')
  await expect(page.getByText('No payment found')).toBeVisible()
})
