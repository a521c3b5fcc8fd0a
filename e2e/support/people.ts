import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { fetchWhileBusy } from '#server/testing/sessions.ts'

/** The address of the login page, with the page that it returns to or without. */
export const loginPage = /\/login(\?|$)/

/** A person with an account; `cookies` are those of a new session. */
export type Person = { name: string; email: string; password: string; cookies: { name: string; value: string }[] }

/** Names the device in the list of signed-in devices. */
const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Creates a patient's account through the API. */
export async function signUp(server: Pick<Server, 'url'>, name = 'Ada Lindqvist'): Promise<Person> {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`
  const password = 'a sound passphrase'
  return { name, email, password, cookies: await openSession(server, 'sign-up', { name, email, password }) }
}

/** Creates a patient's account whose email is confirmed by the emailed link. */
export async function signUpConfirmed(server: Pick<Server, 'url' | 'dataDir'>, name?: string): Promise<Person> {
  const person = await signUp(server, name)
  const token = tokenIn(linkIn(await newestMail(server.dataDir, person.email)))
  const cookie = person.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(`${server.url}/api/auth/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body: JSON.stringify({ token }),
  })
  if (!response.ok) throw new Error(`the email was not confirmed: ${await response.text()}`)
  return person
}

/** Returns the demo admin with a new session. */
export async function demoAdmin(server: Pick<Server, 'url'>): Promise<Person> {
  const account = { email: 'admin@example.com', password: 'demo-admin' }
  return { ...account, name: 'Demo Admin', cookies: await openSession(server, 'sign-in', account) }
}

/** Opens a second session of `person` through the API, as another device does. */
export async function onAnotherDevice(server: Pick<Server, 'url'>, person: Person): Promise<Person> {
  const { email, password } = person
  return { ...person, cookies: await openSession(server, 'sign-in', { email, password }) }
}

/** Returns the session cookies of a sign-up or sign-in. A server can be overloaded right after its start. */
async function openSession(server: Pick<Server, 'url'>, call: 'sign-up' | 'sign-in', form: object) {
  const response = await fetchWhileBusy(() =>
    fetch(`${server.url}/api/auth/${call}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': chromeOnLinux, origin: server.url },
      body: JSON.stringify(form),
    }),
  )
  if (!response.ok) throw new Error(`${call} responded ${response.status}: ${await response.text()}`)
  return response.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    const equalSign = pair.indexOf('=')
    return { name: pair.slice(0, equalSign), value: pair.slice(equalSign + 1) }
  })
}

/** Signs `person` in on `page` by adding their session cookies, without the login screen. */
export async function signInAs(page: Page, server: Pick<Server, 'url'>, person: Person): Promise<void> {
  await page
    .context()
    .addCookies(
      person.cookies.map((cookie) => ({ ...cookie, url: server.url, httpOnly: true, sameSite: 'Lax' as const })),
    )
}

/** Fills in and submits the login screen. Waits for its button first, because the sign-up screen has the same
 *  fields. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const submit = page.getByRole('button', { name: 'Login' })
  await submit.waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit.click()
}

/** Fills in the login screen as the demo admin and submits it. A press of Login before the app has started would
 *  replace that of the demo button. */
export async function logInAsDemoAdmin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use demo admin' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('admin@example.com')
  await page.getByRole('button', { name: 'Login' }).click()
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Opens the header's menu on a phone, when the page is there. Wider pages show its links all the time. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (isPhone(page))
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Menu$|^More / })
      .click()
}

/** Presses Sign Out in the header; on a phone it is in the menu. */
export async function signOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
}

/** Returns the access token in localStorage, or null. */
export const tokenOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('accessToken'))
