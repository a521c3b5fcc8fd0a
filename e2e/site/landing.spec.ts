import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { openWithTimes } from '../support/next-free.ts'
import { logIn, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const emptyForm = { email: '', subject: '', message: '' }

/** Fills in the contact form, submits it by keyboard and returns the mailto: URL that the browser opens. */
async function submitContactForm(page: Page, values = emptyForm) {
  const mailto = page.waitForRequest((request) => request.url().startsWith('mailto:'))
  await fillAndSubmit(page, values)
  return new URL((await mailto).url())
}

async function fillAndSubmit(page: Page, { email, subject, message }: typeof emptyForm) {
  const form = page.getByRole('form', { name: 'Write to us' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Subject').fill(subject)
  await form.getByLabel('Message').fill(message)
  await form.getByRole('button', { name: 'Submit' }).focus()
  await page.keyboard.press('Enter')
}

test('the landing page shows its sections in the specified order', async ({ page }) => {
  await openWithTimes(page)
  const headings = page.getByRole('heading')
  await expect(headings).toHaveText([
    'Your New Smile Starts Here',
    'Next free times',
    'Opening Hours',
    'Our Locations',
    'Contact Us',
    'Services we provide',
    'Fluoride Treatment',
    'Cavity Filling',
    'Teeth Whitening',
    'Meet your dentists',
    ...['Dr. Amara Okafor', 'Dr. Ingrid Solheim', 'Dr. Jonas Weber'],
    ...['Dr. Mateo Álvarez', 'Dr. Mei Tanaka', 'Dr. Samuel Reed'],
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
  await expect(main.getByRole('link', { name: /Harbour Street/ }).first()).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=48%20Harbour%20Street%2C%20New%20York%2C%20NY%2010004',
  )
})

test('every image of the landing page loads', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  for (const image of await page.getByRole('main').getByRole('img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
})

test('the contact form opens the email app with the message, and says so before and after', {
  tag: '@any-width',
}, async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || /parking/i.test(request.url())) sent.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByText('Opens your email app with your message filled in.')).toBeVisible()
  const mail = await submitContactForm(page, {
    email: 'ann@example.org',
    subject: 'Zähne & mehr',
    message: 'Is there parking?\nThank you.',
  })
  expect(mail.pathname).toBe('hello@lumendental.example')
  expect(Object.fromEntries(mail.searchParams)).toEqual({
    subject: 'Zähne & mehr',
    body: 'Is there parking?\r\nThank you.\r\n\r\nPlease reply to: ann@example.org',
  })
  await expect(page.getByRole('status')).toContainText('Your email app should open with your message now.')
  await expect(page.getByRole('link', { name: 'Open it again' })).toHaveAttribute('href', mail.href)
  await expect(page.getByLabel('Message')).toHaveValue('Is there parking?\nThank you.')
  expect(sent).toEqual([mail.href])
  await axe(page)
})

/** Submits the form without a message. Expects an error under the field and no mailto: request. */
async function expectMessageRequired(page: Page) {
  const opened: string[] = []
  page.on('request', (request) => request.url().startsWith('mailto:') && opened.push(request.url()))
  const message = page.getByLabel('Message')
  await expect(page.getByText('Please write a message first.')).toBeHidden()
  await fillAndSubmit(page, { ...emptyForm, email: 'no address', message: '  ' })
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

test('the contact form requires only a message', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  await expectMessageRequired(page)
  expect(
    (await submitContactForm(page, { ...emptyForm, email: 'no address', message: 'Hi' })).searchParams.get('body'),
  ).toBe('Hi\r\n\r\nPlease reply to: no address')
})

/** The initials in the header. They are in the bar and in the menu; each width shows one of them. */
const signedInAs = (page: Page) =>
  page.getByRole('banner').getByRole('img', { name: 'Signed in as', includeHidden: true }).first()

test('the contact form of a signed-in visitor requires a message too', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/')
  await expect(signedInAs(page)).toBeAttached()
  await expectMessageRequired(page)
})

test('a click anywhere on a service card leads to booking', { tag: '@any-width' }, async ({ page }) => {
  for (const name of ['Fluoride Treatment', 'Cavity Filling', 'Teeth Whitening']) {
    await page.goto('/')
    const link = page.getByRole('link', { name: `Book ${name}` })
    await expect(link).toHaveAttribute('href', /^\/appointment\?treatment=[0-9a-f-]{36}$/)
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .click({ position: { x: 12, y: 12 } })
    await expect(page).toHaveURL(/\/login\?from=%2Fappointment%3Ftreatment%3D[0-9a-f-]{36}$/)
  }
})

test('sample reviews are labeled as samples', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Sample reviews. Real ones will appear here')).toBeVisible()
  const reviews = page.getByRole('region', { name: 'What our patients say' }).getByRole('listitem')
  await expect(reviews).toHaveCount(3)
  for (const review of await reviews.all()) {
    await expect(review.getByText('Sample review', { exact: true })).toBeVisible()
  }
})

test('public pages load no scripts for visitors; a login in another tab loads the app in an open one', {
  tag: '@any-width',
}, async ({ page, context, server }) => {
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

test('the landing page has no horizontal overflow from 320 to 1920 px', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 375, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
  }
})

test('the page for an unknown URL links to the five main pages', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
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

  test('the contact form opens an email too, and requires a message', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/')
    await fillAndSubmit(page, emptyForm)
    await expect(page.getByLabel('Message')).toBeFocused()
    const mail = await submitContactForm(page, {
      email: 'ann@example.org',
      subject: 'Parking',
      message: 'Is there any?',
    })
    expect(mail.pathname).toBe('hello@lumendental.example')
    expect(mail.searchParams.get('body')?.trim()).toBe(
      'email=ann@example.org\r\nsubject=Parking\r\nmessage=Is there any?',
    )
  })
})
