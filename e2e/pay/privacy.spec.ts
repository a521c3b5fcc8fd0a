import { expect } from '@playwright/test'
import { startServer } from '#server/testing/server-process.ts'
import { book } from '../support/bookings.ts'
import { congrats, openPaymentPage, payWith, visa } from '../support/card/card.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('the card provider’s script is on the payment page and on no other, also after leaving it by a link', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const scripts: string[] = []
  page.on('request', (request) => /stripe/.test(request.url()) && scripts.push(request.url()))
  const { booked } = await openPaymentPage(page, server)
  expect(scripts).not.toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'Lumen Dental' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your New Smile Starts Here')
  scripts.length = 0
  const others = ['/', '/about', '/login', '/appointment', '/dashboard/review', `/dashboard/receipt/${booked._id}`]
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
  for (const path of others) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await page.evaluate(() => 'Stripe' in window), path).toBe(false)
  }
  expect(scripts).toEqual([])
})

test('the card number reaches nothing but the provider: no other request, no storage, no log', {
  tag: '@any-width',
}, async ({ page, context }) => {
  const server = await startServer({
    pages: true,
    databaseServer: process.env.E2E_DATABASE_URL,
    env: { DEMO: 'on', LOG_LEVEL: 'trace' },
  })
  try {
    const said: string[] = []
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/sandbox\/stripe\/v1\/payment_intents\/pi_\w+\/confirm$/.test(pathname)) return
      said.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
    })
    const person = await signUp(server)
    const { _id } = await book(server, person)
    await signInAs(page, server, person)
    await page.goto(`${server.url}/dashboard/payment/${_id}`)
    await payWith(page, visa)
    await expect(congrats(page)).toBeVisible()
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(said.some((one) => one.includes('/create-payment-intent'))).toBe(true)
    expect(server.log()).toContain('/confirm')
    for (const text of [...said, kept, server.log()]) expect(text.replaceAll(/[ +]|%20/g, '')).not.toContain(visa)
  } finally {
    // The page may ask the server once more.
    await page.goto('about:blank')
    await server.stop()
  }
})
