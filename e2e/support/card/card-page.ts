import type { Page } from '@playwright/test'
import { test as base } from '../test.ts'
import { type CardSite, openCardSite } from './card-sandbox.ts'

/** Playwright's `test` with a site that has only a card field. */
export const test = base.extend<object, { site: CardSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const site = await openCardSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

type ChangeEvent = {
  complete: boolean
  empty: boolean
  brand: string
  error?: { type: string; code: string; message: string }
}
type Result = { paymentIntent?: { id: string; status: string }; error?: Record<string, unknown> }

const frame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
export const number = (page: Page) => frame(page).getByLabel('Credit or debit card number')
export const expiry = (page: Page) => frame(page).getByLabel('Credit or debit card expiration date')
export const cvc = (page: Page) => frame(page).getByLabel('Credit or debit card CVC/CVV')
export const zip = (page: Page) => frame(page).getByLabel('ZIP')
export const bank = (page: Page) => page.frameLocator('iframe[title="Test bank: 3-D Secure"]')
/** The card field's latest change event. */
export const lastChange = (page: Page) => page.evaluate(() => Object(window).lastChange as ChangeEvent)
/** The CSP violation of axe in a cross-origin frame: it copies the frame's style sheets into a style element to read
 *  them. */
export const axeStyleViolation = /Applying inline style violates/
export const year = String(new Date().getFullYear() + 3).slice(2)

/** Opens the page and mounts a card field. `window.lastChange` holds its latest change event, `window.result` the
 *  payment's result. */
export async function openCardPage(page: Page, site: CardSite, options: object = { hidePostalCode: true }) {
  await page.goto(site.url)
  await page.evaluate(
    ([key, cardOptions]) => {
      const win = Object(window)
      const stripe = win.Stripe(key)
      const card = stripe.elements().create('card', cardOptions)
      card.on('change', (event: unknown) => Object.assign(win, { lastChange: event }))
      const ready = new Promise((resolve) => card.on('ready', resolve))
      card.mount('#card')
      Object.assign(win, { stripe, card })
      return ready
    },
    [site.publishableKey, options] as const,
  )
}

/** Types a whole card into the number input; the field moves the focus to the next input by itself. */
export async function typeCard(page: Page, card: string, date = `12${year}`, code = '123') {
  await number(page).click()
  await page.keyboard.type(card + date + code)
}

/** Creates an intent and confirms it with the typed card, without waiting; `paymentResult` waits for the outcome. */
export async function startPayment(page: Page, site: CardSite) {
  const intent = await site.stripe.paymentIntents.create({ amount: 9_900, currency: 'usd' })
  await page.evaluate((secret) => {
    const win = Object(window)
    win.result = undefined
    const confirmation = win.stripe.confirmCardPayment(secret, {
      payment_method: { card: win.card, billing_details: { name: 'Ann Able', email: 'ann@example.org' } },
    })
    confirmation.then((result: unknown) => Object.assign(win, { result }))
  }, String(intent.client_secret))
  return intent
}

/** Waits for the payment's result. */
export async function paymentResult(page: Page): Promise<Result> {
  const handle = await page.waitForFunction(() => Object(window).result)
  return handle.jsonValue()
}

/** Pays with the typed card and returns the result. */
export async function pay(page: Page, site: CardSite) {
  const { id } = await startPayment(page, site)
  return { id, ...(await paymentResult(page)) }
}
