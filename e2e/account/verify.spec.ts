import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { logIn, type Person, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const linkFor = async (server: Server, { email }: Person, count = 1) =>
  linkIn(await newestMail(server.dataDir, email, count)).href

/** Opens the link while signed out and follows the page to the login screen. */
async function openSignedOut(page: Page, link: string) {
  await page.goto(link)
  await expect(heading(page)).toHaveText('One more step')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
}

test('a link opened while signed out asks for a login and then confirms the email address', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const person = await signUp(server)
  await openSignedOut(page, await linkFor(server, person))
  await logIn(page, person)
  await expect(page).toHaveURL('/verify-email')
  await expect(heading(page)).toHaveText('Thank you')
  await axe(page)
  await page.goto('/dashboard/account')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('a login with Google returns to the page of the link, which confirms the email address', async ({
  page,
  server,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const person = await signUp(server)
  const link = await linkFor(server, person)
  await signInAs(page, server, person)
  await page.goto(link)
  await expect(heading(page)).toHaveText('Thank you')
  await context.clearCookies()
  await openSignedOut(page, link)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/verify-email')
  await expect(heading(page)).toHaveText('Thank you')
})

test('a link of another account confirms neither account', async ({ page, server, browser, allowConsole }) => {
  allowConsole(/status of 40[13]/)
  const [stranger, owner] = [await signUp(server), await signUp(server)]
  await openSignedOut(page, await linkFor(server, stranger))
  await logIn(page, owner)
  await expect(heading(page)).toHaveText('This link did not work')
  await expect(page.getByText('It belongs to a different account.')).toBeVisible()
  await axe(page)
  const strangersBrowser = await browser.newContext({ baseURL: server.url })
  for (const [person, tab] of [
    [stranger, await strangersBrowser.newPage()],
    [owner, page],
  ] as const) {
    await signInAs(tab, server, person)
    await tab.goto('/dashboard/account')
    await expect(tab.getByText('Your email address isn’t confirmed yet.')).toBeVisible()
  }
  await strangersBrowser.close()
})

test('after an invalid link a new one can be sent, from the link’s page and from My Account', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[01]/)
  const person = await signUp(server)
  const link = await linkFor(server, person)
  await page.goto('/verify-email')
  await expect(heading(page)).toHaveText('This link did not work')
  await expect(page.getByText('to get a new link')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logIn(page, person)
  await expect(page).toHaveURL('/verify-email')

  await page.goto(`${link}x`)
  await expect(heading(page)).toHaveText('This link did not work')
  await axe(page)
  const sent = page.getByText('This is a demo: no emails are sent.')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(sent).toBeVisible()
  await linkFor(server, person, 2)

  await page.goto('/dashboard/account')
  const details = page.getByRole('region', { name: 'Your details' })
  await details.getByRole('button', { name: 'Send the link again' }).click()
  await expect(sent).toBeVisible()
  await axe(page)
  await page.goto(await linkFor(server, person, 3))
  await expect(heading(page)).toHaveText('Thank you')
  await page.goto('/')
  await page.goto('/verify-email')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('Email is already verified')).toBeVisible()
})
