import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Server } from '#server/testing/server-process.ts'

/** Somebody who has an account; `cookies` are those of a fresh session. */
export type Person = { name: string; email: string; password: string; cookies: { name: string; value: string }[] }

/** Makes a new person through the same call as the sign-up page. */
export async function signUp(server: Pick<Server, 'url'>, name = 'Ada Lindqvist'): Promise<Person> {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`
  const password = 'a sound passphrase'
  return { name, email, password, cookies: await cookiesOf(server, 'sign-up', { name, email, password }) }
}

/** The demo admin, with a session of their own. */
export async function demoAdmin(server: Pick<Server, 'url'>): Promise<Person> {
  const account = { email: 'admin@example.com', password: 'demo-admin' }
  return { ...account, name: 'Demo Admin', cookies: await cookiesOf(server, 'sign-in', account) }
}

async function cookiesOf(server: Pick<Server, 'url'>, way: 'sign-up' | 'sign-in', form: object) {
  const answer = await fetch(`${server.url}/api/auth/${way}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(form),
  })
  if (!answer.ok) throw new Error(`${way} answered ${answer.status}: ${await answer.text()}`)
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    const cut = pair.indexOf('=')
    return { name: pair.slice(0, cut), value: pair.slice(cut + 1) }
  })
}

/** Signs in on the login screen. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs out by the bar, whose links a phone has in a drawer. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
}

/** The token that the browser keeps; null for who is not signed in. */
export const tokenOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('accessToken'))

/** Signs `person` in on `page` without the screens. */
export async function signedIn(page: Page, server: Pick<Server, 'url'>, person: Person): Promise<void> {
  await page
    .context()
    .addCookies(
      person.cookies.map((cookie) => ({ ...cookie, url: server.url, httpOnly: true, sameSite: 'Lax' as const })),
    )
}
