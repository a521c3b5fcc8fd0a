import { expect, type Page } from '@playwright/test'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

type Area = 'indexedDB' | 'localStorage' | 'sessionStorage'
const areas: Area[] = ['indexedDB', 'localStorage', 'sessionStorage']

/** As a browser that refuses a storage does: it throws when the storage is only named. */
function refuse(page: Page, broken: Area[]) {
  return page.addInitScript((names) => {
    for (const name of names) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  }, broken)
}

/** The session's record in each storage that works. */
function records(page: Page) {
  return page.evaluate(async () => {
    const inDatabase = () =>
      new Promise((found, failed) => {
        const open = indexedDB.open('keyval-store')
        open.onerror = () => failed(open.error)
        open.onsuccess = () => {
          const read = open.result.transaction('keyval').objectStore('keyval').get('session')
          read.onsuccess = () => found(read.result)
        }
      })
    const read = async (look: () => unknown) =>
      Promise.resolve()
        .then(look)
        .catch(() => null)
    return {
      indexedDB: await read(inDatabase),
      localStorage: await read(() => localStorage.getItem('session')),
      sessionStorage: await read(() => sessionStorage.getItem('session')),
    }
  })
}

/** Notes, at every frame of every document, what tells a visitor that nobody is signed in. */
function watchForLogin(page: Page) {
  return page.addInitScript(() => {
    const seen = { frames: 0, logins: [] as string[] }
    Object.assign(window, { seen })
    const look = () => {
      seen.frames += 1
      if (location.pathname === '/login') seen.logins.push('the login page')
      for (const link of document.querySelectorAll('a[href="/login"]')) {
        if (link.checkVisibility({ visibilityProperty: true })) seen.logins.push(`'${link.textContent}'`)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Of all frames up to the one after now. */
async function expectNoLogin(page: Page) {
  const { frames, logins } = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { seen: { frames: number; logins: string[] } }).seen
  })
  expect(frames).toBeGreaterThan(0)
  expect([...new Set(logins)]).toEqual([])
}

/** Keeps what matches from arriving until it is let go. */
async function hold(page: Page, pattern: string) {
  const gate = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

for (const kept of areas) {
  const broken = areas.slice(0, areas.indexOf(kept))
  const title = broken.length > 0 ? `without ${broken.join(' and ')} the session is kept in` : 'the session is kept in'

  test(`${title} ${kept}, and a reload shows the page at once, never the login`, async ({ page, server }) => {
    await refuse(page, broken)
    const person = await signUp(server)
    await signedIn(page, server, person)
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto('/dashboard')
    await expect(heading).toHaveText('My Appointments: 0')
    await expect.poll(async () => (await records(page))[kept]).toContain(person.email)
    const found = await records(page)
    expect(areas.filter((area) => found[area])).toEqual([kept])

    await watchForLogin(page)
    const letScripts = await hold(page, '**/assets/*.js')
    const letAnswer = await hold(page, '**/api/auth/get-session')
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Checking who is signed in' })).toBeVisible()
    await expectNoLogin(page)
    letScripts()
    await expect(heading).toHaveText('My Appointments: 0')
    await expectNoLogin(page)
    const confirmed = page.waitForResponse('**/api/auth/get-session')
    letAnswer()
    await (await confirmed).finished()
    await expect(heading).toHaveText('My Appointments: 0')
    await expect(page).toHaveURL('/dashboard')
    await expectNoLogin(page)
  })

  test(`${title} ${kept}, and a public page never shows Login while it loads`, async ({ page, server }) => {
    await refuse(page, broken)
    await signedIn(page, server, await signUp(server))
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
    await watchForLogin(page)
    const letScripts = await hold(page, '**/assets/*.js')
    const letAnswer = await hold(page, '**/api/auth/get-session')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Your New Smile Starts Here' })).toBeVisible()
    await expectNoLogin(page)
    letScripts()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expectNoLogin(page)
    letAnswer()
    await expectNoLogin(page)
  })
}
