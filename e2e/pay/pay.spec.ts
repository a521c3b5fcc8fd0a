import { expect } from '@playwright/test'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { us } from '#testbed/us.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { bank, cardField, congrats, openPaymentPage, payButton, payWith, typeCard, visa } from '../support/card/card.ts'
import { nearDate } from '../support/near-date.ts'
import { logInAsDemoAdmin, loginPage, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('a patient pays from My Appointments, and finds it paid with its transaction id and a receipt', async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^pay/ }).click()
  const main = page.getByRole('main')
  for (const text of [
    'Hello, Ada Lindqvist',
    'Please Pay for Teeth Cleaning',
    booked.date,
    booked.slot,
    'Please pay: $59',
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(main.getByText('Test mode: no real card is charged')).toBeVisible()
  await expect(main.getByText('stand-in for Stripe')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await axe(page)

  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await expect(main.getByText(/^Transaction id: pi_\w+$/)).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await axe(page)
  const next = page.getByRole('region', { name: 'What comes next' })
  const weekday = new Date(booked.date).toLocaleDateString('en-US', { weekday: 'long' })
  await expect(next).toContainText(
    `We’ll see you on ${weekday}, ${nearDate(booked.date)}, ${showPeriod(booked.slot, us)}`,
  )
  await expect(next.getByRole('link')).toHaveText([
    '48 Harbour Street, New York, NY 10004',
    '+1 212 555 0142',
    'hello@lumendental.example',
  ])
  await expect(next).toContainText('This is a demo: no emails are sent.')
  const text = (await main.textContent()) ?? ''
  // The order keeps its place before the payment.
  const places = ['Hello, Ada', 'Congrats!', 'What comes next', 'Add to calendar'].map((part) => text.lastIndexOf(part))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)

  const transaction = await main.getByText(/^Transaction id: pi_/).textContent()
  await page.getByRole('region', { name: 'Payment' }).getByRole('link', { name: 'My Appointments' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })
  await expect(row).toContainText('Paid')
  await expect(row).toContainText(transaction ?? '?')
  await row.getByRole('link', { name: 'Receipt for Teeth Cleaning, ' }).click()
  await expect(page).toHaveURL(`/dashboard/receipt/${booked._id}`)
})

test('payment and receipt lead back to My Appointments', { tag: '@any-width' }, async ({ page, server }) => {
  const { booked } = await openPaymentPage(page, server)
  for (const of of ['payment', 'receipt']) {
    await page.goto(`/dashboard/${of}/${booked._id}`)
    await page.getByRole('main').getByRole('link', { name: 'Back to My Appointments' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^My Appointments/)
  }
})

test.describe('with the browser in another time zone', { tag: '@any-width' }, () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('payment and receipt name the clinic’s', async ({ page, server }) => {
    const { booked } = await openPaymentPage(page, server)
    const main = page.getByRole('main')
    const slot = main.getByText(`${booked.slot} (New York time)`)
    const period = main.getByText(`${showPeriod(booked.slot, us)} (New York time)`)
    await expect(slot).toHaveCount(1)
    await payWith(page, visa)
    await expect(congrats(page)).toBeVisible()
    await expect(period).toHaveCount(1)
    await main.getByRole('link', { name: 'Receipt' }).click()
    await expect(slot).toHaveCount(0)
    await expect(period).toHaveCount(1)
  })
})

test('a declined card gets the reason, and another card can be tried at once', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 402/)
  const intents: string[] = []
  page.on('request', (request) => request.url().endsWith('/create-payment-intent') && intents.push(request.url()))
  await openPaymentPage(page, server)
  for (const [number, message] of [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
    ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
  ] as const) {
    await payWith(page, number)
    const alert = page.getByRole('region', { name: 'Payment' }).getByRole('alert')
    await expect(alert).toContainText(message)
    await expect(alert).toContainText('pay at the clinic.')
    await expect(page.getByRole('group', { name: 'Card details' })).toHaveAttribute('aria-invalid', 'true')
    await expect(cardField(page).getByLabel('Credit or debit card number')).toBeFocused()
    await expect(cardField(page).getByLabel('Credit or debit card expiration date')).toHaveValue('12 / 34')
  }
  await axe(page)
  await shoot(page, 'declined')
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await shoot(page, 'paid')
  expect(intents).toHaveLength(1)
})

test('a card that asks its bank is paid when the bank agrees', async ({ page, server }) => {
  await openPaymentPage(page, server)
  await payWith(page, '4000002500003155')
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
  await axe(page)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(congrats(page)).toBeVisible()
})

test('a card that asks its bank is not charged when the bank does not agree', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await openPaymentPage(page, server)
  await payWith(page, '4000002500003155')
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert').getByText('We are unable to authenticate your payment method.')).toBeVisible()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
})

test('what is missing or wrong in the card field is said under the form, until it is corrected', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await openPaymentPage(page, server)
  const alert = page.getByRole('main').locator('form').getByRole('alert')
  await payButton(page).click()
  await expect(alert).toHaveText('Your card number is incomplete.')
  await typeCard(page, '4242424242424241')
  await expect(alert).toHaveText('Your card number is invalid.')
  await typeCard(page, visa)
  await expect(alert).toBeHidden()
})

test('pressing Pay twice charges once', { tag: '@any-width' }, async ({ page, server }) => {
  const confirmations: string[] = []
  page.on('request', (request) => /\/confirm$/.test(request.url()) && confirmations.push(request.url()))
  await openPaymentPage(page, server)
  await typeCard(page, visa)
  // In one turn: nothing that the first click draws can be in the second's way.
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await page.keyboard.press('Enter')
  await expect(congrats(page)).toBeVisible()
  expect(confirmations).toHaveLength(1)
})

test('somebody else’s appointment can’t be seen, paid or receipted', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const booked = await book(server, await signUp(server))
  await signInAs(page, server, await signUp(server))
  for (const path of [`/dashboard/payment/${booked._id}`, `/dashboard/receipt/${booked._id}`]) {
    await page.goto(path)
    await expect(page.getByText('We can’t find that appointment')).toBeVisible()
  }
})

test('an admin sees a patient’s appointment and can’t pay for it', { tag: '@any-width' }, async ({ page, server }) => {
  const booked = await book(server, await signUp(server))
  await page.goto('/login')
  await logInAsDemoAdmin(page)
  await expect(page).toHaveURL('/')
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(page.getByText('Only the patient can pay for this appointment')).toBeVisible()
})

test('an appointment without a price says that there is nothing to pay', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { booked } = await openPaymentPage(page, server)
  await page.route(`**/booking/${booked._id}`, (route) =>
    route.fulfill({ json: { ...booked, price: 0, owed: undefined } }),
  )
  await page.reload()
  await expect(page.getByText('There is nothing to pay')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
})

test('who is not signed in comes back to the payment page after the login', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  const booked = await book(server, person)
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(page).toHaveURL(loginPage)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${booked._id}`)
  await expect(payButton(page)).toBeEnabled()
})
