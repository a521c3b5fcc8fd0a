import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { logIn, loginPage, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const card = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => card(page).getByRole('link', { name, exact: true })
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const newCredentials = () => ({ email: `ann-${randomUUID().slice(0, 8)}@example.com`, password: 'a sound passphrase' })

test('the login and sign-up cards show their fields in the specified order, and Tab follows it', async ({ page }) => {
  await page.goto('/login')
  await expectOrder([
    email(page),
    password(page),
    button(page, 'Login'),
    button(page, 'Continue with Google'),
    page.getByText('OR', { exact: true }),
    link(page, 'Create New Account'),
    page.getByText('Demo admin', { exact: true }),
  ])
  await email(page).focus()
  const stops = [password(page), button(page, 'Show password'), link(page, 'Forgot password?'), button(page, 'Login')]
  for (const stop of stops) {
    await page.keyboard.press('Tab')
    await expect(stop).toBeFocused()
  }

  await page.goto('/signup')
  await expectOrder([
    page.getByLabel('Name', { exact: true }),
    email(page),
    password(page),
    button(page, 'Sign Up'),
    link(page, 'Already have an account? Please login'),
    page.getByText('OR', { exact: true }),
    button(page, 'Continue with Google'),
  ])
  await link(page, 'Already have an account? Please login').click()
  await expect(page).toHaveURL(loginPage)
  await link(page, 'Create New Account').click()
  await expect(page).toHaveURL('/signup')
})

test('a login that a page requires says why and leads to that page; a sign-up leads to the booking screen', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  // A page that was just shown can ask for a token when it learns that the session is gone.
  allowConsole(/status of 401/)
  await page.goto('/dashboard/account')
  await expect(page).toHaveURL(loginPage)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAccessibleDescription('Log in to see your account.')
  await axe(page)
  const [login, create] = [await boxOf(button(page, 'Login')), await boxOf(link(page, 'Create New Account'))]
  expect([create.width, create.height]).toEqual([login.width, login.height])

  // The page to return to survives every detour between the sign-in screens.
  await link(page, 'Create New Account').click()
  await link(page, 'Already have an account? Please login').click()
  await expect(heading).toHaveAccessibleDescription('Log in to see your account.')
  await link(page, 'Forgot password?').click()
  await link(page, 'Back to login').click()
  await page.reload()
  await expect(heading).toHaveAccessibleDescription('Log in to see your account.')
  await link(page, 'Create New Account').click()
  await submitSignUp(page, newCredentials())
  await expect(page).toHaveURL('/appointment')
  await page.waitForLoadState('networkidle')

  await page.context().clearCookies()
  await page.goto('/appointment?date=2026-11-21')
  await expect(page.getByText('Log in or create an account to see free times.')).toBeVisible()
  await logIn(page, await signUp(server))
  await expect(page).toHaveURL('/appointment?date=2026-11-21')
  await page.waitForLoadState('networkidle')

  await page.context().clearCookies()
  await page.goto('/dashboard/account')
  await logIn(page, await signUp(server))
  await expect(page).toHaveURL('/dashboard/account')
  // The page has what it asked for by cookie.
  await expect(heading).toHaveText('My Account')
  await expect(page.getByText('This device')).toBeVisible()
})

test('without a requested page the login shows no reason and a sign-up leads to the booking screen', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription('')
  await link(page, 'Create New Account').click()
  await submitSignUp(page, newCredentials())
  await expect(page).toHaveURL('/appointment')
})

test('password rules and required fields are shown before the first error', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/signup')
  await expect(password(page)).toHaveAccessibleDescription('At least 6 characters')
  for (const field of [page.getByLabel('Name', { exact: true }), email(page), password(page)]) {
    await expect(field).toHaveAttribute('required')
  }
  await expect(page.getByText('(required)')).toHaveCount(3)
  await page.goto('/reset-password#token=any')
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/^At least 6 characters\./)
})

test('fields show no errors before the first submit; later an error appears on blur and disappears once corrected', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/)
  await page.goto('/login')
  await email(page).fill('a@b')
  await email(page).press('Tab')
  await expect(password(page)).toBeFocused()
  await expect(email(page)).toHaveAttribute('aria-invalid', 'false')

  await button(page, 'Login').click()
  await expect(email(page)).toHaveAccessibleDescription('Provide a valid Email')
  await expect(email(page)).toBeFocused()
  await email(page).press('End')
  await page.keyboard.type('.c')
  await expect(email(page)).toHaveAccessibleDescription('Provide a valid Email')
  await page.keyboard.type('om')
  await expect(email(page)).toHaveAccessibleDescription('')

  await email(page).fill('')
  await expect(email(page)).toHaveAccessibleDescription('')
  await email(page).press('Tab')
  await expect(email(page)).toHaveAccessibleDescription('Email is Required')

  const person = await signUp(server)
  await email(page).fill(person.email)
  await password(page).fill('not the one')
  await button(page, 'Login').click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
})

test('pressing Submit works although the blur shows an error above the button', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/login')
  await button(page, 'Login').click()
  await expect(email(page)).toHaveAccessibleDescription('Email is Required')
  await email(page).fill('ann@example.com')
  await password(page).fill('a sound passphrase')
  await email(page).fill('')
  const { x, y } = await boxOf(button(page, 'Login'))
  await page.mouse.move(x + 20, y + 4)
  await page.mouse.down()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await expect(email(page)).toHaveAccessibleDescription('Email is Required')
  await expect(email(page)).toBeFocused()
})

test('an error from the server stays under its field until the value changes', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const errors = { password: 'This password contains your name.' }
  const json = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Please look again.', errors }
  await page.route('**/api/auth/sign-up/email', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json }),
  )
  await page.goto('/signup')
  await submitSignUp(page, newCredentials())
  await expect(password(page)).toHaveAccessibleDescription(`${errors.password} At least 6 characters`)
  await password(page).press('Tab')
  await expect(button(page, 'Show password')).toBeFocused()
  await expect(page.getByText(errors.password)).toBeVisible()
  await password(page).press('x')
  await expect(page.getByText(errors.password)).toBeHidden()
})

test('after a 429 without a problem body the form says how long to wait', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 429/)
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '170' }, body: 'Slow down' }),
  )
  await page.goto('/login')
  await logIn(page, newCredentials())
  await expect(page.getByText('Too many attempts. Please wait 3 minutes and try again.')).toBeVisible()
})

/** Expects each element below the one before it on the screen, and after it in the document. */
async function expectOrder(elements: Locator[]) {
  const tops = []
  for (const element of elements) tops.push((await boxOf(element)).y)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const nodes = await Promise.all(elements.map((element) => element.elementHandle()))
  const isDocumentOrder = await elements[0]
    ?.page()
    .evaluate(
      (all) => all.every((node, at) => at === 0 || all[at - 1]?.compareDocumentPosition(node ?? document) === 4),
      nodes,
    )
  expect(isDocumentOrder).toBe(true)
}

async function boxOf(element: Locator) {
  await expect(element).toBeVisible()
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} has no box`)
  return box
}

async function submitSignUp(page: Page, credentials: { email: string; password: string }) {
  await page.getByLabel('Name', { exact: true }).fill('Ann Able')
  await email(page).fill(credentials.email)
  await password(page).fill(credentials.password)
  await button(page, 'Sign Up').click()
}

test('what is typed at once after a refusal stays in its field', async ({ page }) => {
  // As on a busy device: what the page does later comes after the first key.
  await page.addInitScript(() => {
    const { setTimeout } = window
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => setTimeout(run, Math.max(ms, 500)) })
  })
  await page.goto('/signup')
  const name = page.getByLabel('Name', { exact: true })
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription('Name is Required')
  await page.keyboard.type('Kim')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(name).toHaveValue('Kim')
  await expect(name).toBeFocused()
})
