import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { bank, cardField, congrats, openPaymentPage, payButton, payWith, typeCard, visa } from '../support/card/card.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('paying in a second tab shows the first tab’s transaction and charges nothing more', async ({
  page,
  server,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 40[09]/)
  const { booked } = await openPaymentPage(page, server)
  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${booked._id}`)
  await typeCard(other, visa)
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  const transaction = await page.getByText(/^Transaction id: pi_/).textContent()
  await payButton(other).click()
  await expect(other.getByText(transaction ?? '?')).toBeVisible()
  await expect(other.getByText('was also charged')).toBeHidden()
  await other.reload()
  await expect(other.getByText('This appointment is paid')).toBeVisible()
})

test('after paying, Back and Forward show the appointment as paid', async ({ page, server }) => {
  const person = await signUp(server)
  await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^pay/ }).click()
  await expect(payButton(page)).toBeEnabled()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })).toContainText('Transaction id: pi_')
  await page.goForward()
  await expect(page.getByText('This appointment is paid')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
})

test('after a reload during 3-D Secure the form is back and can pay', async ({ page, server }) => {
  await openPaymentPage(page, server)
  await payWith(page, '4000002500003155')
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
  await page.reload()
  await expect(payButton(page)).toBeEnabled()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
})

test('a reload after a charge that was not reported finds the payment', async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_FAILED|status of 409/)
  const { booked } = await openPaymentPage(page, server)
  const bookingUrl = `**/booking/${booked._id}`
  await page.route(bookingUrl, (route) => route.abort())
  await payWith(page, visa)
  await expect(page.getByText('Your card was charged', { exact: true })).toBeVisible()
  await page.unroute(bookingUrl)
  await page.reload()
  await expect(page.getByText(/^Transaction id: pi_/)).toBeVisible()
  // If the provider's webhook came first, the page shows no form at all.
  await expect(payButton(page).and(page.locator(':enabled'))).toHaveCount(0)
})

test('a confirmation that never reached the provider is detected, and Pay works again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_/)
  await openPaymentPage(page, server)
  await page.route('**/confirm', (route) => route.abort('internetdisconnected'))
  await payWith(page, visa)
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

test('a confirmation whose response was lost is detected as charged once', async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_/)
  await openPaymentPage(page, server)
  let confirmations = 0
  await page.route('**/confirm', async (route) => {
    confirmations += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  expect(confirmations).toBe(1)
})

test('a charge that can’t be reported at once is reported later and never shown as failed', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_/)
  const { booked } = await openPaymentPage(page, server)
  let isOffline = true
  await page.route(`**/booking/${booked._id}`, (route) =>
    isOffline ? route.abort('connectionreset') : route.continue(),
  )
  await payWith(page, visa)
  await expect(page.getByText('Your card was charged', { exact: true })).toBeVisible()
  await axe(page)
  isOffline = false
  await expect(congrats(page)).toBeVisible()
})

test('when the card script or the provider can’t be reached the page says so and Try again recovers', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 503/)
  const person = await signUp(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.route('**/stripe.js', (route) => route.abort())
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await axe(page)

  await page.unroute('**/stripe.js')
  const detail = 'The card provider can not be reached at the moment.'
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, detail }
  const response = { status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }
  await page.route('**/create-payment-intent', (route) => route.fulfill(response))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(detail)).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await page.unroute('**/create-payment-intent')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()
})

test('an appointment that is cancelled in another tab while the card is typed is not charged', {
  tag: '@any-width',
}, async ({ page, context, server, allowConsole }) => {
  allowConsole(/status of 4\d\d/)
  const made = page.waitForResponse('**/create-payment-intent')
  await openPaymentPage(page, server)
  const { clientSecret } = await (await made).json()
  await typeCard(page, visa)
  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await tab.getByRole('button', { name: /^Cancel / }).click()
  await tab.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(tab.getByText('Your appointment is cancelled')).toBeVisible()
  await tab.close()
  await expect.poll(() => page.evaluate(statusOfIntent, clientSecret)).toBe('canceled')
  await payButton(page).click()
  await expect(page.getByRole('region', { name: 'Payment' })).toHaveText(/^This appointment is cancelled/)
  await expect(page.getByText('There is nothing to pay.')).toBeVisible()
  await expect(congrats(page)).toHaveCount(0)
})

/** Asks the card provider for the status of an intent. Runs in the page. */
async function statusOfIntent(clientSecret: string): Promise<string | undefined> {
  const { card } = JSON.parse(document.getElementById('clinic')?.textContent ?? '')
  const found = await window.Stripe?.(card.publishableKey).retrievePaymentIntent(clientSecret)
  return found?.paymentIntent?.status
}
