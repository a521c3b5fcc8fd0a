import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { logIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const card = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => card(page).getByRole('link', { name, exact: true })
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const newcomer = () => ({ email: `ann-${randomUUID().slice(0, 8)}@example.com`, password: 'a sound passphrase' })

test('the login and sign-up cards have the specified order, for the eye and for the keyboard', async ({ page }) => {
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
  await expect(page).toHaveURL('/login')
  await link(page, 'Create New Account').click()
  await expect(page).toHaveURL('/signup')
})

test('a login that a page asked for says why, offers sign-up alike, and leads there by either way', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.goto('/dashboard/account')
  await expect(page).toHaveURL('/login')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAccessibleDescription('Log in to see your account.')
  await axe(page)
  const [login, create] = [await boxOf(button(page, 'Login')), await boxOf(link(page, 'Create New Account'))]
  expect([create.width, create.height]).toEqual([login.width, login.height])

  // Over to Sign Up, back, and there again: the page to return to survives.
  await link(page, 'Create New Account').click()
  await link(page, 'Already have an account? Please login').click()
  await expect(heading).toHaveAccessibleDescription('Log in to see your account.')
  await link(page, 'Forgot password?').click()
  await link(page, 'Back to login').click()
  await page.reload()
  await expect(heading).toHaveAccessibleDescription('Log in to see your account.')
  await link(page, 'Create New Account').click()
  await signUpAs(page, newcomer())
  await expect(page).toHaveURL('/dashboard/account')

  await page.context().clearCookies()
  await page.goto('/appointment?date=2026-11-21')
  await expect(page.getByText('Log in or create an account to see free times.')).toBeVisible()
  await logIn(page, await signUp(server))
  await expect(page).toHaveURL('/appointment?date=2026-11-21')
})

test('a sign-up from nowhere leads to the booking screen, and a login from nowhere gives no reason', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription('')
  await link(page, 'Create New Account').click()
  await signUpAs(page, newcomer())
  await expect(page).toHaveURL('/appointment')
})

test('rules and required fields are shown before they fail', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/signup')
  await expect(password(page)).toHaveAccessibleDescription('At least 6 characters')
  for (const field of [page.getByLabel('Name', { exact: true }), email(page), password(page)]) {
    await expect(field).toHaveAttribute('required')
  }
  await expect(page.getByText('(required)')).toHaveCount(3)
  await page.goto('/reset-password?token=any')
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/^At least 6 characters\./)
  await axe(page)
})

test('errors wait for the first submit; then a field shows its own when left and drops it when corrected', {
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

test('a press on Submit is not lost to an error that would move the button', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/login')
  await button(page, 'Login').click()
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

test('what the server refuses stays until it is changed', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 400/)
  const errors = { password: 'This password contains your name.' }
  const json = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Please look again.', errors }
  await page.route('**/api/auth/sign-up/email', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json }),
  )
  await page.goto('/signup')
  await signUpAs(page, newcomer())
  await expect(password(page)).toHaveAccessibleDescription(`${errors.password} At least 6 characters`)
  await password(page).press('Tab')
  await expect(button(page, 'Show password')).toBeFocused()
  await expect(page.getByText(errors.password)).toBeVisible()
  await password(page).press('x')
  await expect(page.getByText(errors.password)).toBeHidden()
})

test('over a limit without a readable answer the form says how long to wait', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 429/)
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '170' }, body: 'Slow down' }),
  )
  await page.goto('/login')
  await logIn(page, newcomer())
  await expect(page.getByText('Too many attempts. Please wait 3 minutes and try again.')).toBeVisible()
})

test('the booking screen shows a spinner while the login guard loads', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/appointment')
  const spinner = page.getByRole('status').filter({ hasText: 'Checking who is signed in' })
  await expect(spinner.locator('.loading-spinner')).toBeInViewport()
  await axe(page)
  held.resolve()
  await expect(page).toHaveURL('/login')
})

/** Each is below the one before, on the screen and in the document. */
async function expectOrder(parts: Locator[]) {
  const tops = []
  for (const part of parts) tops.push((await boxOf(part)).y)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  const nodes = await Promise.all(parts.map((part) => part.elementHandle()))
  const inDocument = await parts[0]
    ?.page()
    .evaluate(
      (all) => all.every((node, at) => at === 0 || all[at - 1]?.compareDocumentPosition(node ?? document) === 4),
      nodes,
    )
  expect(inDocument).toBe(true)
}

async function boxOf(part: Locator) {
  await expect(part).toBeVisible()
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} has no box`)
  return box
}

async function signUpAs(page: Page, person: { email: string; password: string }) {
  await page.getByLabel('Name', { exact: true }).fill('Ann Able')
  await email(page).fill(person.email)
  await password(page).fill(person.password)
  await button(page, 'Sign Up').click()
}
