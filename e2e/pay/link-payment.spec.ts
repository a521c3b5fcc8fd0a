import { expect, type Page } from '@playwright/test'
import { mailsTo, newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { expectRoomForLargeText } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { bank, congrats, payButton, payWith, visa } from '../support/card/card.ts'
import { type Person, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('a patient pays from the email without signing in', async ({ page, server }) => {
  const { person, id, mail } = await bookedWithEmail(server)
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`))
  expect(mail.text).toContain('Price: $59.00, not paid yet')
  await page.goto(`/sandbox/outbox/${mail.id}`)
  const email = page.frameLocator('iframe')
  await shoot(page, 'email')
  await expect(email.getByRole('link', { name: 'Move or cancel' })).toBeVisible()
  await expect(email.getByRole('link', { name: 'Directions' })).toBeVisible()
  await email.getByRole('link', { name: 'Pay now' }).click()

  await expect(page.getByText('Please pay: $59')).toBeVisible()
  expect(page.url()).toBe(`${server.url}/your-appointment/pay`)
  await expect(payButton(page)).toBeEnabled()
  await axe(page)
  await shoot(page, 'link-payment')
  for (const secret of [person.email, person.name]) await expect(page.getByRole('main')).not.toContainText(secret)
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await expect(page.getByText('This is a demo: no emails are sent.')).toBeVisible()
  await axe(page)
  await shoot(page, 'link-paid')
  await expectRoomForLargeText(page, 'link-paid')

  await page.reload()
  await expect(page.getByText('This appointment is paid')).toBeVisible()
  await page.getByRole('link', { name: 'Your appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Your appointment' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appointment' }).getByText('Paid')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await shoot(page, 'link-page-paid')
  await expectRoomForLargeText(page, 'link-page-paid')
  expect(requests.join()).toContain('/appointment-link/payment-intent')
  expect(requests.join()).not.toContain(tokenOf(mail))
  expect((await mailAbout(server, person, 'Your receipt')).text).toContain(id)
})

test('the page behind the link says what is owed, with the payment first', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { mail } = await bookedWithEmail(server)
  await page.goto(`/your-appointment#${tokenOf(mail)}`)
  const region = page.getByRole('region', { name: 'Appointment' })
  await expect(region).toContainText('Price: $59')
  await expect(region.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /destination=/)
  await axe(page)
  await shoot(page, 'link-page')
  await expectRoomForLargeText(page, 'link-page')
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(payButton(page)).toBeEnabled()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByRole('heading', { name: 'This appointment is cancelled' })).toBeVisible()
  await page.goto(`/your-appointment/pay#${tokenOf(mail)}`)
  await expect(page.getByRole('region', { name: 'Payment' })).toHaveText(/^This appointment is cancelled/)
  await expect(page.getByText('There is nothing to pay')).toBeVisible()
})

test('3-D Secure and a second tab: one payment', { tag: '@any-width' }, async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  // The provider refuses the second confirmation.
  allowConsole(/status of 400/)
  const { mail } = await bookedWithEmail(server)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/your-appointment/pay#${tokenOf(mail)}`)
    await expect(payButton(tab)).toBeEnabled()
  }
  await page.bringToFront()
  await payWith(page, '4000002500003155')
  await expect(bank(page).getByRole('heading', { level: 1 })).toBeFocused()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(congrats(page)).toBeVisible()
  await other.bringToFront()
  await payWith(other, visa)
  await expect(congrats(other)).toBeVisible()
  await expect(other.getByText('charged in')).toHaveCount(0)
})

test('a forged link takes no payment', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/404/)
  await page.goto('/your-appointment/pay#forged')
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await page.goto('/your-appointment/pay')
  await expectNoForm(page)
})

async function expectNoForm(page: Page) {
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
}

async function bookedWithEmail(server: Server) {
  const person = await signUp(server)
  const { _id: id } = await book(server, person)
  return { person, id, mail: await mailAbout(server, person, 'Your appointment is booked') }
}

/** Returns the token of the link in an email. */
function tokenOf({ text }: { text: string }): string {
  return /\/your-appointment#(\S+)/.exec(text)?.[1] ?? ''
}

/** Waits for the email with this subject. */
async function mailAbout({ dataDir }: Server, { email }: Person, subject: string) {
  await newestMail(dataDir, email)
  const find = async () => (await mailsTo(dataDir, email)).find((mail) => mail.subject.startsWith(subject))
  await expect.poll(find).toBeDefined()
  const mail = await find()
  if (!mail) throw new Error(`no email with the subject ${subject}`)
  return mail
}
