import { expect, type Page } from '@playwright/test'
import { declinedCards } from '#server/testing/outside/stripe-sandbox.ts'
import { axe } from '../support/axe.ts'
import {
  axeStyleViolation,
  bank,
  cvc,
  expiry,
  lastChange,
  number,
  openCardPage,
  pay,
  paymentResult,
  startPayment,
  test,
  typeCard,
  year,
} from '../support/card/card-page.ts'

test('a valid card pays when typed in one go, and its number is sent only to the sandbox', async ({ page, site }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData()}`.includes('4242424242424242'))
      sent.push(new URL(request.url()).pathname)
  })
  await openCardPage(page, site)
  await typeCard(page, '4242424242424242')
  await expect(number(page)).toHaveValue('4242 4242 4242 4242')
  await expect(expiry(page)).toHaveValue(`12 / ${year}`)
  await expect(cvc(page)).toHaveValue('123')
  expect(await lastChange(page)).toMatchObject({ complete: true, empty: false, brand: 'visa' })
  await expect(page.locator('#card')).toHaveClass(/StripeElement--complete/)
  const { id, paymentIntent } = await pay(page, site)
  expect(paymentIntent).toMatchObject({ id, status: 'succeeded' })
  expect(paymentIntent).not.toHaveProperty('metadata')
  expect(sent).toEqual([`/sandbox/stripe/v1/payment_intents/${id}/confirm`])
  const { latest_charge: charge } = await site.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(charge).toMatchObject({
    billing_details: { name: 'Ann Able', email: 'ann@example.org' },
    payment_method_details: { card: { brand: 'visa', last4: '4242', exp_month: 12 } },
  })
})

test('each declined test card fails with Stripe’s documented error, and another card then pays', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 402/)
  await openCardPage(page, site)
  for (const [card, code, decline_code, message] of declinedCards) {
    await page.evaluate(() => Object(window).card.clear())
    await typeCard(page, card)
    const { id, error } = await pay(page, site)
    expect(error).toMatchObject({ type: 'card_error', code, message, payment_intent: { id } })
    expect(error?.decline_code).toBe(decline_code)
  }
  await page.evaluate(() => Object(window).card.clear())
  await expect(number(page)).toHaveValue('')
  await typeCard(page, '5555555555554444')
  expect((await pay(page, site)).paymentIntent?.status).toBe('succeeded')
})

test('a real card is declined', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 402/)
  await openCardPage(page, site)
  await typeCard(page, '4539578763621486')
  const { error } = await pay(page, site)
  expect(error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  expect(String(error?.message)).toContain('used a non test (live) card')
})

/** Creates a payment method from the typed card, as apps do that confirm in a second step. */
const createMethod = (page: Page) =>
  page.evaluate(() => {
    const own = Object(window)
    return own.stripe.createPaymentMethod({
      type: 'card',
      card: own.card,
      billing_details: { name: 'Ann Able', email: 'ann@example.org' },
    })
  })

test('after createPaymentMethod a payment can be confirmed with the card or with the method’s id', async ({
  page,
  site,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('4242424242424242')) sent.push(new URL(request.url()).pathname)
  })
  await openCardPage(page, site)
  await typeCard(page, '4242424242424242')
  const { paymentMethod, error } = await createMethod(page)
  expect(error).toBeUndefined()
  expect(paymentMethod).toMatchObject({
    id: expect.stringMatching(/^pm_\w+$/),
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2000 + Number(year) },
    billing_details: { name: 'Ann Able', email: 'ann@example.org' },
  })
  expect(sent).toEqual(['/sandbox/stripe/v1/payment_methods'])
  expect((await pay(page, site)).paymentIntent?.status).toBe('succeeded')

  const { client_secret } = await site.stripe.paymentIntents.create({ amount: 9_900, currency: 'usd' })
  const byId = await page.evaluate(
    ([secret, id]) => Object(window).stripe.confirmCardPayment(secret, { payment_method: id }),
    [client_secret, paymentMethod.id],
  )
  expect(byId.paymentIntent).toMatchObject({ status: 'succeeded', payment_method: paymentMethod.id })
})

test('createPaymentMethod fails for an incomplete or missing card', async ({ page, site }) => {
  await openCardPage(page, site)
  expect(await createMethod(page)).toEqual({
    error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
  })
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true')
  const withoutCard = await page.evaluate(() => Object(window).stripe.createPaymentMethod({ type: 'card' }))
  expect(withoutCard.error).toMatchObject({ type: 'invalid_request_error', message: 'Missing required param: card.' })
})

test('3-D Secure: the bank’s page opens, and Complete pays', async ({ page, site, allowConsole }) => {
  allowConsole(axeStyleViolation)
  await openCardPage(page, site)
  await typeCard(page, '4000002500003155')
  await startPayment(page, site)
  await expect(page.getByRole('dialog', { name: 'Test bank: 3-D Secure' })).toBeVisible()
  await expect(bank(page).getByRole('heading', { level: 1 })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Tab')
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await paymentResult(page)).paymentIntent?.status).toBe('succeeded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test('3-D Secure: Fail and Escape don’t pay, and the card can be used again', async ({ page, site }) => {
  await openCardPage(page, site)
  await typeCard(page, '4000002500003155')
  for (const refusal of ['Fail', 'Escape']) {
    const { id } = await startPayment(page, site)
    await expect(bank(page).getByRole('button', { name: 'Fail' })).toBeEnabled()
    // A key that is pressed before goes to the frame of the card.
    await expect(bank(page).getByRole('heading', { level: 1 })).toBeFocused()
    if (refusal === 'Fail') await bank(page).getByRole('button', { name: 'Fail' }).click()
    else await page.keyboard.press('Escape')
    expect((await paymentResult(page)).error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message: authenticationFailed,
      payment_intent: { id, status: 'requires_payment_method' },
    })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await site.stripe.paymentIntents.retrieve(id)).latest_charge).toBeNull()
  }
  await startPayment(page, site)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  expect((await paymentResult(page)).paymentIntent?.status).toBe('succeeded')
})

test('confirming a paid intent fails with the paid intent in the error', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 400/)
  await openCardPage(page, site)
  await typeCard(page, '4242424242424242')
  const { id } = await pay(page, site)
  const { client_secret } = await site.stripe.paymentIntents.retrieve(id)
  const again = await page.evaluate((secret) => {
    const own = Object(window)
    return own.stripe.confirmCardPayment(secret, { payment_method: { card: own.card } })
  }, client_secret)
  expect(again.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { id, status: 'succeeded' },
  })
  const retrieved = await page.evaluate((secret) => Object(window).stripe.retrievePaymentIntent(secret), client_secret)
  expect(retrieved.paymentIntent).toMatchObject({ id, status: 'succeeded' })
})

test('a lost request ends in a connection error, and a retry pays', async ({ page, site, allowConsole }) => {
  allowConsole(/ERR_/)
  await openCardPage(page, site)
  await typeCard(page, '4242424242424242')
  await page.context().route('**/confirm', (route) => route.abort())
  const { id, error } = await pay(page, site)
  expect(error).toMatchObject({ type: 'api_connection_error' })
  await page.context().unroute('**/confirm')
  expect((await site.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  expect((await pay(page, site)).paymentIntent?.status).toBe('succeeded')
})

test('a response lost after the charge ends in a connection error, and the intent can be retrieved as paid', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_|status of 400/)
  await openCardPage(page, site)
  await typeCard(page, '4242424242424242')
  await site.setFaults({ api: { down: true, when: 'after', path: '/v1/payment_intents/:id/confirm' } })
  const { id, error } = await pay(page, site)
  await site.setFaults({})
  expect(error).toMatchObject({ type: 'api_connection_error' })
  const { status, client_secret } = await site.stripe.paymentIntents.retrieve(id)
  expect(status).toBe('succeeded')
  const retrieved = await page.evaluate((secret) => Object(window).stripe.retrievePaymentIntent(secret), client_secret)
  expect(retrieved.paymentIntent).toMatchObject({ id, status: 'succeeded' })
})
