import { expect, type Page } from '@playwright/test'
import { delay } from '../support/delay.ts'
import { signInAs, signUp } from '../support/people.ts'
import { sessionRecords } from '../support/session-records.ts'
import { test } from '../support/test.ts'

type Store = 'indexedDB' | 'localStorage' | 'sessionStorage'
/** In the order in which the session tries them. */
const stores: Store[] = ['indexedDB', 'localStorage', 'sessionStorage']

/** Makes each access to a store throw, as browsers with blocked site data do. */
function blockStores(page: Page, blocked: Store[]) {
  return page.addInitScript((names) => {
    for (const name of names) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  }, blocked)
}

/** Tells whether the browser has stored the access token. Runs in the page. */
function hasToken(): boolean {
  return (['localStorage', 'sessionStorage'] as const).some((name) => {
    try {
      return window[name].getItem('accessToken') !== null
    } catch {
      return false
    }
  })
}

/** Records in every animation frame whether the page shows a login link or is the login page. */
function watchForLogin(page: Page) {
  return page.addInitScript(() => {
    const loginWatch = { frames: 0, logins: [] as string[] }
    Object.assign(window, { loginWatch })
    const checkFrame = () => {
      loginWatch.frames += 1
      if (location.pathname === '/login') loginWatch.logins.push('the login page')
      for (const link of document.querySelectorAll('a[href="/login"]')) {
        if (link.checkVisibility({ visibilityProperty: true })) loginWatch.logins.push(`'${link.textContent}'`)
      }
      requestAnimationFrame(checkFrame)
    }
    requestAnimationFrame(checkFrame)
  })
}

/** Expects no login in any animation frame so far. */
async function expectNoLogin(page: Page) {
  const { frames, logins } = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { loginWatch: { frames: number; logins: string[] } }).loginWatch
  })
  expect(frames).toBeGreaterThan(0)
  expect([...new Set(logins)]).toEqual([])
}

for (const store of stores) {
  const blocked = stores.slice(0, stores.indexOf(store))
  const condition = blocked.length > 0 ? ` without ${blocked.join(' and ')}` : ''

  test(`the session is stored in ${store}${condition}, and a reload never shows the login`, async ({
    page,
    server,
  }) => {
    await blockStores(page, blocked)
    const person = await signUp(server)
    await signInAs(page, server, person)
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto('/dashboard')
    await expect(heading).toHaveText('My Appointments: 0')
    await expect.poll(async () => (await sessionRecords(page))[store]).toContain(person.email)
    const records = await sessionRecords(page)
    expect(stores.filter((name) => records[name])).toEqual([store])

    await watchForLogin(page)
    const releaseScripts = await delay(page, '**/assets/*.js')
    const releaseSession = await delay(page, '**/api/auth/get-session')
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Checking who is signed in' })).toBeVisible()
    await expectNoLogin(page)
    releaseScripts()
    await expect(heading).toHaveText('My Appointments: 0')
    await expectNoLogin(page)
    const response = page.waitForResponse('**/api/auth/get-session')
    releaseSession()
    await (await response).finished()
    await expect(heading).toHaveText('My Appointments: 0')
    await expect(page).toHaveURL('/dashboard')
    await expectNoLogin(page)
  })

  test(`with the session in ${store}${condition} a public page never shows Login while it loads`, async ({
    page,
    server,
  }) => {
    await blockStores(page, blocked)
    const person = await signUp(server)
    await signInAs(page, server, person)
    await page.goto('/dashboard')
    await expect.poll(async () => (await sessionRecords(page))[store]).toContain(person.email)
    await page.waitForFunction(hasToken)
    await watchForLogin(page)
    const releaseScripts = await delay(page, '**/assets/*.js')
    const releaseSession = await delay(page, '**/api/auth/get-session')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Your New Smile Starts Here' })).toBeVisible()
    await expectNoLogin(page)
    releaseScripts()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expectNoLogin(page)
    releaseSession()
    await expectNoLogin(page)
  })
}
