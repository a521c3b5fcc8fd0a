import { expect, type Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { type CardSite, openCardSite } from './support/card-sandbox.ts'
import { test as base } from './support/test.ts'

// The card field by itself, on a page that has nothing else.
const test = base.extend<object, { site: CardSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for off this pattern
    async ({}, use) => {
      const site = await openCardSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

type Told = {
  complete: boolean
  empty: boolean
  brand: string
  error?: { type: string; code: string; message: string }
}
type Result = { paymentIntent?: { id: string; status: string }; error?: Record<string, unknown> }

const frame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
const number = (page: Page) => frame(page).getByLabel('Credit or debit card number')
const expiry = (page: Page) => frame(page).getByLabel('Credit or debit card expiration date')
const cvc = (page: Page) => frame(page).getByLabel('Credit or debit card CVC/CVV')
const zip = (page: Page) => frame(page).getByLabel('ZIP')
const bank = (page: Page) => page.frameLocator('iframe[title="Test bank: 3-D Secure"]')
const told = (page: Page) => page.evaluate(() => Object(window).told as Told)
// In a frame of another origin axe fetches the style sheets and tries to read them from a style element of its own.
const axeReadsSheets = /Applying inline style violates/
const year = String(new Date().getFullYear() + 3).slice(2)

/** Opens the page and mounts a card field; what it tells is kept in `window.told`, what paying gives in `window.result`. */
async function openPage(page: Page, site: CardSite, options: object = { hidePostalCode: true }) {
  await page.goto(site.url)
  await page.evaluate(
    ([key, wished]) => {
      const own = Object(window)
      const stripe = own.Stripe(key)
      const card = stripe.elements().create('card', wished)
      card.on('change', (event: unknown) => Object.assign(own, { told: event }))
      const ready = new Promise((resolve) => card.on('ready', resolve))
      card.mount('#card')
      Object.assign(own, { stripe, card })
      return ready
    },
    [site.publishableKey, options] as const,
  )
}

async function type(page: Page, card: string, date = `12${year}`, code = '123') {
  await number(page).click()
  await page.keyboard.type(card + date + code)
}

async function startPaying(page: Page, site: CardSite) {
  const intent = await site.stripe.paymentIntents.create({ amount: 9_900, currency: 'usd' })
  await page.evaluate((secret) => {
    const own = Object(window)
    own.result = undefined
    const paying = own.stripe.confirmCardPayment(secret, {
      payment_method: { card: own.card, billing_details: { name: 'Ann Able', email: 'ann@example.org' } },
    })
    paying.then((result: unknown) => Object.assign(own, { result }))
  }, String(intent.client_secret))
  return intent
}

async function result(page: Page): Promise<Result> {
  const found = await page.waitForFunction(() => Object(window).result)
  return found.jsonValue()
}

async function pay(page: Page, site: CardSite) {
  const { id } = await startPaying(page, site)
  return { id, ...(await result(page)) }
}

test('a good card pays: typed through with the keyboard alone, its number seen by nobody but the sandbox', async ({
  page,
  site,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData()}`.includes('4242424242424242'))
      sent.push(new URL(request.url()).pathname)
  })
  await openPage(page, site)
  await type(page, '4242424242424242')
  await expect(number(page)).toHaveValue('4242 4242 4242 4242')
  await expect(expiry(page)).toHaveValue(`12 / ${year}`)
  await expect(cvc(page)).toHaveValue('123')
  expect(await told(page)).toMatchObject({ complete: true, empty: false, brand: 'visa' })
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

const declines = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
] as const

test('every card that Stripe documents as declined is declined as documented, and another card pays after it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 402/)
  await openPage(page, site)
  for (const [card, code, decline_code, message] of declines) {
    await page.evaluate(() => Object(window).card.clear())
    await type(page, card)
    const { id, error } = await pay(page, site)
    expect(error).toMatchObject({ type: 'card_error', code, message, payment_intent: { id } })
    expect(error?.decline_code).toBe(decline_code)
  }
  await page.evaluate(() => Object(window).card.clear())
  await expect(number(page)).toHaveValue('')
  await type(page, '5555555555554444')
  expect((await pay(page, site)).paymentIntent?.status).toBe('succeeded')
})

test('somebody’s own card is not charged, and not kept', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 402/)
  await openPage(page, site)
  await type(page, '4539578763621486')
  const { error } = await pay(page, site)
  expect(error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  expect(String(error?.message)).toContain('used a non test (live) card')
})

test('what is wrong is said in the field, in Stripe’s words', async ({ page, site }) => {
  await openPage(page, site, {})
  const says = (message: string | undefined) =>
    expect.poll(async () => (await told(page))?.error?.message).toBe(message)

  await number(page).fill('4242 4242')
  await says(undefined)
  await expiry(page).click()
  await says('Your card number is incomplete.')
  await number(page).fill('4242424242424241')
  await says('Your card number is invalid.')
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#card')).toHaveClass(/StripeElement--invalid/)
  await number(page).fill('4242424242424242')
  await says(undefined)
  await expiry(page).fill('12')
  await cvc(page).click()
  await says("Your card's expiration date is incomplete.")
  await expiry(page).fill('1220')
  await says("Your card's expiration year is in the past.")
  const lastMonth = new Date()
  lastMonth.setMonth(lastMonth.getMonth() - 1, 1)
  if (lastMonth.getFullYear() === new Date().getFullYear()) {
    const month = String(lastMonth.getMonth() + 1).padStart(2, '0')
    await expiry(page).fill(month + String(lastMonth.getFullYear()).slice(2))
    await says("Your card's expiration date is in the past.")
  }
  await expiry(page).fill(`12${year}`)
  await cvc(page).fill('12')
  await zip(page).click()
  await says("Your card's security code is incomplete.")
  await cvc(page).fill('123')
  await zip(page).fill('123')
  await number(page).click()
  await says('Your postal code is incomplete.')
  await zip(page).fill('12345')
  await says(undefined)
  expect(await told(page)).toMatchObject({ complete: true, value: { postalCode: '12345' } })
})

test('an empty field can’t pay, and nothing is sent', async ({ page, site }) => {
  await openPage(page, site)
  const { id, error } = await pay(page, site)
  expect(error).toEqual({
    type: 'validation_error',
    code: 'incomplete_number',
    message: 'Your card number is incomplete.',
  })
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true')
  expect((await site.stripe.paymentIntents.retrieve(id)).last_payment_error).toBeNull()
})

test('3-D Secure: the bank’s page comes up, Complete pays', async ({ page, site, allowConsole }) => {
  allowConsole(axeReadsSheets)
  await openPage(page, site)
  await type(page, '4000002500003155')
  await startPaying(page, site)
  await expect(page.getByRole('dialog', { name: 'Test bank: 3-D Secure' })).toBeVisible()
  await expect(bank(page).getByRole('heading', { level: 1 })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Tab')
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await result(page)).paymentIntent?.status).toBe('succeeded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

const unable =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test('3-D Secure: Fail and Escape don’t pay, and the card can be tried again', async ({ page, site }) => {
  await openPage(page, site)
  await type(page, '4000002500003155')
  for (const no of ['Fail', 'Escape']) {
    const { id } = await startPaying(page, site)
    await expect(bank(page).getByRole('button', { name: 'Fail' })).toBeEnabled()
    if (no === 'Fail') await bank(page).getByRole('button', { name: 'Fail' }).click()
    else await page.keyboard.press('Escape')
    expect((await result(page)).error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message: unable,
      payment_intent: { id, status: 'requires_payment_method' },
    })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await site.stripe.paymentIntents.retrieve(id)).latest_charge).toBeNull()
  }
  await startPaying(page, site)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  expect((await result(page)).paymentIntent?.status).toBe('succeeded')
})

test('an intent that is paid can’t be paid again, and the answer says that it is', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  await openPage(page, site)
  await type(page, '4242424242424242')
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
  const read = await page.evaluate((secret) => Object(window).stripe.retrievePaymentIntent(secret), client_secret)
  expect(read.paymentIntent).toMatchObject({ id, status: 'succeeded' })
})

test('a connection that breaks while paying is told as such', async ({ page, site, allowConsole }) => {
  allowConsole(/ERR_/)
  await openPage(page, site)
  await type(page, '4242424242424242')
  await page.context().route('**/confirm', (route) => route.abort())
  const { id, error } = await pay(page, site)
  expect(error).toMatchObject({ type: 'api_connection_error' })
  await page.context().unroute('**/confirm')
  expect((await site.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  expect((await pay(page, site)).paymentIntent?.status).toBe('succeeded')
})

test('an answer that is lost after the charge is told as a broken connection, and the payment can be found', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_|status of 400/)
  await openPage(page, site)
  await type(page, '4242424242424242')
  await site.setFaults({ api: { down: true, when: 'after', path: '/v1/payment_intents/:id/confirm' } })
  const { id, error } = await pay(page, site)
  await site.setFaults({})
  expect(error).toMatchObject({ type: 'api_connection_error' })
  const { status, client_secret } = await site.stripe.paymentIntents.retrieve(id)
  expect(status).toBe('succeeded')
  const found = await page.evaluate((secret) => Object(window).stripe.retrievePaymentIntent(secret), client_secret)
  expect(found.paymentIntent).toMatchObject({ id, status: 'succeeded' })
})

test('the field is walked through in order, by label, Tab and Backspace, and passes axe', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(axeReadsSheets)
  await openPage(page, site, {})
  await page.getByText('Card', { exact: true }).click()
  await expect(number(page)).toBeFocused()
  for (const next of [expiry(page), cvc(page), zip(page)]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Backspace')
  await expect(cvc(page)).toBeFocused()
  await axe(page)
})

test('the field looks as the page wishes, can be changed, and goes away', async ({ page, site }) => {
  await openPage(page, site, {
    style: { base: { color: 'rgb(1, 2, 3)', fontSize: '20px' }, invalid: { color: 'rgb(9, 0, 0)' } },
  })
  await expect(number(page)).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(number(page)).toHaveCSS('font-size', '20px')
  await number(page).fill('4242424242424241')
  await expect(number(page)).toHaveCSS('color', 'rgb(9, 0, 0)')
  await expect(zip(page)).toBeVisible()
  await page.evaluate(() => Object(window).card.update({ hidePostalCode: true, disabled: true }))
  await expect(zip(page)).toBeHidden()
  await expect(number(page)).toBeDisabled()
  await page.evaluate(() => Object(window).card.destroy())
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('the frame’s origin is its own, and only the site may frame it', async ({ page, site }) => {
  await openPage(page, site)
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-forms')
  const [, inner] = page.frames()
  expect(await inner?.evaluate(() => window.origin)).toBe('null')
  for (const path of ['card', 'challenge']) {
    const { headers } = await fetch(`${site.url}/sandbox/stripe/${path}`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  }
})
