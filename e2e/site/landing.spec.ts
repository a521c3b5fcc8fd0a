import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { logIn, signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const nothing = { email: '', subject: '', message: '' }

/** Fills the form, submits it from the keyboard, and returns the address that the email app was handed. */
async function submit(page: Page, note = nothing) {
  const handed = page.waitForRequest((request) => request.url().startsWith('mailto:'))
  await fillAndSubmit(page, note)
  return new URL((await handed).url())
}

async function fillAndSubmit(page: Page, { email, subject, message }: typeof nothing) {
  const form = page.getByRole('form', { name: 'Write to us' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Subject').fill(subject)
  await form.getByLabel('Message').fill(message)
  await form.getByRole('button', { name: 'Submit' }).focus()
  await page.keyboard.press('Enter')
}

test('the landing page shows its sections in their order', async ({ page }) => {
  await page.goto('/')
  const headings = page.getByRole('heading')
  await expect(headings).toHaveText([
    'Your New Smile Starts Here',
    'Opening Hours',
    'Our Locations',
    'Contact Us',
    'Services we provide',
    'Fluoride Treatment',
    'Cavity Filling',
    'Teeth Whitening',
    'Make an appointment today',
    'What our patients say',
    'Nora Whitfield',
    'Samuel Adeyemi',
    'Elena Marchetti',
    'Write to us',
    'Visit us',
    'Talk to us',
    'On this site',
  ])
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '+1 212 555 0142' }).first()).toHaveAttribute('href', 'tel:+12125550142')
  await expect(main.getByRole('link', { name: /Harbour Street/ })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=48%20Harbour%20Street%2C%20New%20York%2C%20NY%2010004',
  )
})

test('every picture of the landing page arrives', async ({ page }) => {
  await page.goto('/')
  for (const picture of await page.getByRole('main').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
})

test('the contact form opens an email with what was written, and says so before and after', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || /parking/i.test(request.url())) sent.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByText('Opens your email app with your message filled in.')).toBeVisible()
  const mail = await submit(page, {
    email: 'ann@example.org',
    subject: 'Zähne & mehr',
    message: 'Is there parking?\nThank you.',
  })
  expect(mail.pathname).toBe('hello@lumendental.example')
  expect(Object.fromEntries(mail.searchParams)).toEqual({
    subject: 'Zähne & mehr',
    body: 'Is there parking?\r\nThank you.\r\n\r\nPlease reply to: ann@example.org',
  })
  await expect(page.getByRole('status')).toContainText('Your message is open in your email app.')
  await expect(page.getByRole('link', { name: 'Open it again' })).toHaveAttribute('href', mail.href)
  await expect(page.getByLabel('Message')).toHaveValue('Is there parking?\nThank you.')
  expect(sent).toEqual([mail.href])
  await axe(page)
})

/** Submits without a message and expects to be asked for one; the email app is not opened. */
async function expectToBeAskedForMessage(page: Page) {
  const opened: string[] = []
  page.on('request', (request) => request.url().startsWith('mailto:') && opened.push(request.url()))
  const message = page.getByLabel('Message')
  await expect(page.getByText('Please write a message first.')).toBeHidden()
  await fillAndSubmit(page, { ...nothing, email: 'no address', message: '  ' })
  await expect(page.getByText('Please write a message first.')).toBeVisible()
  await expect(message).toBeFocused()
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await expect(message).toHaveAccessibleDescription('Please write a message first.')
  await axe(page)
  expect(opened).toEqual([])
  await page.keyboard.type('Hello')
  await expect(page.getByText('Please write a message first.')).toBeHidden()
  await expect(message).toHaveAttribute('aria-invalid', 'false')
}

test('only the message is required in the contact form, which asks for it', async ({ page }) => {
  await page.goto('/')
  await expectToBeAskedForMessage(page)
  expect((await submit(page, { ...nothing, email: 'no address', message: 'Hi' })).searchParams.get('body')).toBe(
    'Hi\r\n\r\nPlease reply to: no address',
  )
})

/** The initials in the header: in the bar and in the menu, of which a screen shows one. */
const signedInAs = (page: Page) =>
  page.getByRole('banner').getByRole('img', { name: 'Signed in as', includeHidden: true }).first()

test('the contact form of a signed-in visitor asks for the message too', async ({ page, server }) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/')
  await expect(signedInAs(page)).toBeAttached()
  await expectToBeAskedForMessage(page)
})

test('each service card leads to booking, wherever it is clicked', async ({ page }) => {
  for (const name of ['Fluoride Treatment', 'Cavity Filling', 'Teeth Whitening']) {
    await page.goto('/')
    await expect(page.getByRole('link', { name: `Book ${name}` })).toHaveAttribute('href', '/appointment')
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .click({ position: { x: 12, y: 12 } })
    await expect(page).toHaveURL(/\/(appointment|login)$/)
  }
})

test('sample reviews are marked as such', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Sample reviews. Real ones will appear here')).toBeVisible()
  const reviews = page.getByRole('region', { name: 'What our patients say' }).getByRole('listitem')
  await expect(reviews).toHaveCount(3)
  for (const review of await reviews.all()) {
    await expect(review.getByText('Sample review', { exact: true })).toBeVisible()
  }
})

test('a visitor reads the public pages without the app; who has signed in gets it, in a tab that was open before too', async ({
  page,
  context,
  server,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const banner = page.getByRole('banner')
  for (const path of ['/about', '/']) {
    await page.goto(path)
    await expect(banner.getByRole('link', { name: 'Login', includeHidden: true })).toHaveCount(1)
  }
  expect(scripts).toEqual([])

  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, await signUp(server))
  await expect(other).toHaveURL('/')
  await expect(signedInAs(page)).toBeAttached()
  await expect(banner.getByRole('link', { name: 'Login', includeHidden: true })).toHaveCount(0)
  expect(scripts).not.toEqual([])
})

test('the sections fit every screen from a small phone to a wide one', async ({ page }) => {
  for (const width of [320, 375, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
  }
})

test('an unknown address leads to the five main pages', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/)
  await page.goto('/no/such/page')
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    'Home',
    'Appointment',
    'About',
    'Dashboard',
    'Login',
  ])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact form opens an email all the same, but not without a message', async ({ page }) => {
    await page.goto('/')
    await fillAndSubmit(page, nothing)
    await expect(page.getByLabel('Message')).toBeFocused()
    const mail = await submit(page, { email: 'ann@example.org', subject: 'Parking', message: 'Is there any?' })
    expect(mail.pathname).toBe('hello@lumendental.example')
    expect(mail.searchParams.get('body')?.trim()).toBe(
      'email=ann@example.org\r\nsubject=Parking\r\nmessage=Is there any?',
    )
  })
})
