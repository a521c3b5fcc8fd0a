import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { bank, cardField, congrats, openPayment, payButton, payBy, typeCard, visa } from '../support/card/card.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('the second of two tabs learns that it is paid, with the same transaction', async ({
  page,
  server,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 40[09]/)
  const { booked } = await openPayment(page, server)
  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${booked._id}`)
  await typeCard(other, visa)
  await payBy(page, visa)
  await expect(congrats(page)).toBeVisible()
  const transaction = await page.getByText(/^Transaction id: pi_/).textContent()
  await payButton(other).click()
  await expect(other.getByText(transaction ?? '?')).toBeVisible()
  await expect(other.getByText('was also charged')).toBeHidden()
  await other.reload()
  await expect(other.getByText('This appointment is paid')).toBeVisible()
})

test('Back and Forward after paying show what is paid', async ({ page, server }) => {
  const person = await signUp(server)
  await book(server, person)
  await signedIn(page, server, person)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^pay/ }).click()
  await expect(payButton(page)).toBeEnabled()
  await payBy(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })).toContainText('Transaction id: pi_')
  await page.goForward()
  await expect(page.getByText('This appointment is paid')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
})

test('a reload while the bank is asked shows the form again, and the payment can be made', async ({ page, server }) => {
  await openPayment(page, server)
  await payBy(page, '4000002500003155')
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
  await page.reload()
  await expect(payButton(page)).toBeEnabled()
  await payBy(page, visa)
  await expect(congrats(page)).toBeVisible()
})

test('a reload between the charge and its report finds the payment made', async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_FAILED|status of 409/)
  const { booked } = await openPayment(page, server)
  const ofBooking = `**/booking/${booked._id}`
  await page.route(ofBooking, (route) => route.abort())
  await payBy(page, visa)
  await expect(page.getByText('Your card was charged', { exact: true })).toBeVisible()
  await page.unroute(ofBooking)
  await page.reload()
  await expect(page.getByText(/^Transaction id: pi_/)).toBeVisible()
  // The provider's own word may have been faster: then there is no form at all.
  await expect(payButton(page).and(page.locator(':enabled'))).toHaveCount(0)
})

test('a confirmation that never reached the provider is found out, and can be tried again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_/)
  await openPayment(page, server)
  await page.route('**/confirm', (route) => route.abort('internetdisconnected'))
  await payBy(page, visa)
  await expect(page.getByText('Your card may have been charged')).toBeVisible()
  await expect(page.getByText('do not pay again')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await axe(page)
  await expect(page.getByRole('alert').getByText('your card was not charged')).toBeVisible()
  await expect(cardField(page).getByLabel('Credit or debit card expiration date')).toHaveValue('12 / 34')
  await page.unroute('**/confirm')
  await payButton(page).click()
  await expect(congrats(page)).toBeVisible()
})

test('a confirmation whose answer was lost is found out to have been charged, once', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_/)
  await openPayment(page, server)
  let confirmations = 0
  await page.route('**/confirm', async (route) => {
    confirmations += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await payBy(page, visa)
  await expect(congrats(page)).toBeVisible()
  expect(confirmations).toBe(1)
})

test('a charge that can’t be reported at first is reported later, and never told as failed', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_/)
  const { booked } = await openPayment(page, server)
  let cut = true
  await page.route(`**/booking/${booked._id}`, (route) => (cut ? route.abort('connectionreset') : route.continue()))
  await payBy(page, visa)
  await expect(page.getByText('Your card was charged', { exact: true })).toBeVisible()
  await axe(page)
  cut = false
  await expect(congrats(page)).toBeVisible()
})

test('a script or a provider that can’t be reached is told, and tried again when asked', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 503/)
  const person = await signUp(server)
  const booked = await book(server, person)
  await signedIn(page, server, person)
  await page.route('**/stripe.js', (route) => route.abort())
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await axe(page)

  await page.unroute('**/stripe.js')
  const detail = 'The card provider can not be reached at the moment.'
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, detail }
  const answer = { status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }
  await page.route('**/create-payment-intent', (route) => route.fulfill(answer))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(detail)).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await page.unroute('**/create-payment-intent')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()
})
