import { expect, type Page } from '@playwright/test'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { axeInBothSchemes, expectRoomForLargeText } from '../support/accessibility.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

// A server of its own: the others have no mail server.
let server: Server
test.beforeAll(async () => {
  server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env: { DEMO: 'on' } })
})
test.afterAll(() => server?.stop())

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const noticeOfDemo = 'This is a demo: no emails and no text messages are sent. Emails are kept in the outbox.'
const demoNote = 'This is a demo: no emails are sent. They are kept in the outbox.'

test('an admin sets the mail server up, tries it, and the pages say that emails are sent', async ({
  browser,
  viewport,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const smtp = await smtpServer()
  await smtp.start()
  const context = await browser.newContext({ baseURL: server.url, viewport })
  const page = await context.newPage()
  const admin = await demoAdmin(server)
  await signInAs(page, server, admin)

  await page.goto('/dashboard/attention')
  await said(page, noticeOfDemo)
  await expect(page.getByRole('link', { name: 'Open the outbox' })).toBeVisible()
  await said(page, 'All appointments fit')
  await shoot(page, 'attention-unsent')
  await page.goto('/dashboard/setup')
  await said(page, noticeOfDemo)
  await page.goto('/dashboard/staff')
  await invite(page, 'before@example.org')
  await said(page, demoNote)

  await page.goto('/dashboard/outsideServices')
  const mail = page.getByRole('region', { name: 'Email' })
  await expect(mail.getByText('Not set up: no emails are sent.')).toBeVisible()
  await axeInBothSchemes(page)
  await shoot(page, 'outside-services')
  await expectRoomForLargeText(page, 'outside-services')
  const address = mail.getByLabel('Mail server')
  await address.fill('mail.example.com')
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(mail.getByText('Must be an address such as smtps://smtp.example.com:465')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill(smtp.url)
  const password = mail.getByLabel('Mail password', { exact: true })
  await password.fill('a password of the mail server')
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(mail.getByText('Enter the user whose password this is')).toBeVisible()
  await password.fill('')
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(mail.getByText('In use.')).toBeVisible()
  await expect(mail.getByText(/Set on .*, by /).first()).toContainText(admin.email)
  await mail.getByRole('button', { name: 'Try it' }).click()
  await expect(mail.getByText(`The mail server took a test email to ${admin.email}.`)).toBeVisible()
  expect(smtp.emails.map(({ to }) => to)).toEqual([admin.email])

  const stripe = page.getByRole('region', { name: 'Card payments' })
  await stripe.getByLabel('Publishable key').fill('pk_test_1')
  await stripe.getByLabel('Secret key', { exact: true }).fill('sk_test_hidden')
  await stripe.getByLabel('Webhook secret', { exact: true }).fill('whsec_hidden')
  await stripe.getByRole('button', { name: 'Save' }).click()
  await expect(stripe.getByText('It takes effect when the server starts the next time.')).toBeVisible()
  expect(await page.content()).not.toMatch(/(sk_test|whsec)_hidden/)
  await expect(stripe.getByLabel('Secret key', { exact: true })).toHaveValue('')
  await axeInBothSchemes(page)
  await shoot(page, 'outside-services-set')

  // A document that takes too long to make is the one before.
  const document = async () => (await page.request.get('/login')).text()
  await expect.poll(document).toContain('"sends":{"email":true')
  await page.goto('/dashboard/staff')
  await invite(page, 'after@example.org')
  await said(page, 'We sent an invitation to after@example.org.')
  await expect.poll(() => smtp.emails.map(({ to }) => to)).toContain('after@example.org')

  await page.goto('/dashboard/outsideServices')
  await mail.getByRole('button', { name: 'Remove all' }).click()
  await mail.getByRole('button', { name: 'Remove all' }).click()
  await expect(mail.getByText('Not set up: no emails are sent.')).toBeVisible()
  await context.close()
  await smtp.stop()
})

async function invite(page: Page, email: string) {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
}
