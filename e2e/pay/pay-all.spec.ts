import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { congrats, payButton, payWith, visa } from '../support/card/card.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const declined = '4000000000000002'

test('a patient pays for all appointments with one card, and gets one receipt with a line each', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 402/)
  const person = await signUp(server)
  for (const treatment of ['Teeth Cleaning', 'Cavity Filling', 'Oral Surgery']) await book(server, person, treatment)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Pay for all 3' }).click()
  const order = page.getByRole('region', { name: /3 appointments$/ })
  await expect(order.getByRole('listitem')).toHaveCount(3)
  await expect(payButton(page)).toBeEnabled()
  await axe(page)

  await order.getByRole('checkbox', { name: /Oral Surgery/ }).uncheck()
  await expect(page.getByText('in 2 payments, one for each appointment')).toBeVisible()
  await order.getByRole('checkbox', { name: /Oral Surgery/ }).check()
  await expect(page.getByText('in 3 payments, one for each appointment')).toBeVisible()
  await payWith(page, declined)
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await expect(order.getByText('Paid', { exact: true })).toHaveCount(0)
  await shoot(page, 'pay-all')

  const place = await order.boundingBox()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await expect(order.getByRole('listitem').filter({ hasText: 'Paid' })).toHaveCount(3)
  await expect(order.getByRole('button', { name: /^Add to calendar: / })).toHaveCount(3)
  const steps = page.getByRole('region', { name: 'What comes next' })
  await expect(steps).toContainText('We’ll see you first on')
  expect((await order.boundingBox())?.x).toBe(place?.x)
  await axe(page)
  await shoot(page, 'paid-all')

  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  const receipt = page.getByRole('article')
  await expect(receipt.getByRole('listitem')).toHaveCount(3)
  await expect(receipt.getByText(/^Receipt \d{4}-\d{5}$/)).toHaveCount(3)
  await expect(receipt).toContainText('$327.00')
  await axe(page)
  await shoot(page, 'receipt-all')
  await receipt
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(3)
  await expect(page.getByRole('link', { name: /^Pay for all/ })).toHaveCount(0)
})

test('what was left out stays to be paid, and is one press away', { tag: '@any-width' }, async ({ page, server }) => {
  const person = await signUp(server)
  for (const treatment of ['Teeth Cleaning', 'Cavity Filling']) await book(server, person, treatment)
  await signInAs(page, server, person)
  await page.goto('/dashboard/payment/all')
  await page.getByRole('checkbox', { name: /Cavity Filling/ }).uncheck()
  const order = page.getByRole('region', { name: 'Please Pay for 1 of 2 appointments' })
  await expect(order).toBeVisible()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cavity Filling' })).toContainText('Not paid')
  await axe(page)
  await shoot(page, 'paid-some')
  await page.getByRole('button', { name: 'Pay the other $119' }).click()
  await expect(page.getByRole('region', { name: 'Please Pay for 1 appointment' })).toBeVisible()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(2)
})

test('the page of a patient who owes nothing says so', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 400/)
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/dashboard/payment/all')
  await expect(page.getByText('There is nothing to pay')).toBeVisible()
  await axe(page)
  await page.goto('/dashboard/receipt/all?of=nonsense')
  await expect(page.getByText('We can’t find that appointment')).toBeVisible()
})
