import { expect, type Locator, type Page } from '@playwright/test'
import { TOTP, URI } from 'otpauth'
import { addMonths, clinicToday, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { cameraPhoto } from '#server/testing/photos.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { nextWeekday, showWholeMonth } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({
    pages: true,
    emptyFolder: true,
    databaseServer: process.env.E2E_DATABASE_URL,
    env: { DEMO: 'off', NODE_ENV: 'test', SECOND_FACTOR: 'required', SANDBOX: 'google,stripe' },
  })
})
test.afterAll(() => server?.stop())

const admin = { name: 'Anna Berg', email: 'anna@praxis.example', password: 'ein langes Geheimnis 7' }
const linkIn = (log: string) => [...log.matchAll(/http:\/\/localhost:\d+\/setup#token=[\w-]+/g)].map(([link]) => link)
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const plain = (text: string) => text.replace(/\p{Zs}/gu, ' ')

/** Fields that are filled and buttons that are pressed. */
let actions = 0
const press = async (target: Locator) => {
  actions += 1
  await target.click()
}
const fill = async (target: Locator, text: string) => {
  actions += 1
  await target.fill(text)
}
const choose = async (target: Locator, text: string) => {
  actions += 1
  await target.selectOption(text)
}

test('a clinic in Berlin is set up from nothing by the screens alone', async ({ browser, allowConsole }) => {
  test.setTimeout(300_000)
  allowConsole(/status of 409/)
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'Europe/Berlin', locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto('/')
  await shoot(page, 'home-before')

  const [link = ''] = linkIn(server.log())
  const counts: Record<string, number> = {}
  const counted = async (name: string, step: () => Promise<void>) => {
    const before = actions
    await step()
    counts[name] = actions - before
  }
  await counted('the first admin', () => makeAdmin(page, link))
  await secondTab(await context.newPage(), link)
  await counted('the clinic', () => enterClinic(page))
  await counted('the hours', () => enterHours(page))
  await counted('six treatments', () => enterTreatments(page))
  await counted('a dentist', () => enterDentist(page))
  // biome-ignore lint/suspicious/noConsole: the figures are for the reader of the output
  console.log(
    `actions: ${Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}; ${actions} in all`,
  )
  expect(counts['the hours']).toBeLessThan(15)
  expect(counts['six treatments']).toBeLessThan(40)
  expect(linkIn(server.log())).toEqual([link])

  await page.getByRole('link', { name: 'Clinic', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Clinic', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByLabel('Text of the third card')).toBeVisible()
  await shoot(page, 'clinic')
  await expectAccessible(page)
  await context.close()
  await asPatient(await browser.newContext({ baseURL: server.url, timezoneId: 'Europe/Berlin', locale: 'de-DE' }))
})

async function makeAdmin(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set up the clinic' })).toBeVisible()
  await said(page, 'No emails are sent, because the clinic’s mail service isn’t set up.')
  await shoot(page, 'setup-admin')
  await expectAccessible(page)
  await fill(page.getByLabel('Name'), admin.name)
  await fill(page.getByLabel('Email'), admin.email)
  await fill(page.getByLabel('Password', { exact: true }), admin.password)
  await press(page.getByRole('button', { name: 'Create the account' }))
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await page.getByText('Can’t scan it?').click()
  const secret = ((await page.getByRole('code').textContent()) ?? '').replaceAll(/\s/g, '')
  await page.getByText('Can’t scan it?').click()
  await shoot(page, 'setup-second-factor')
  const app = URI.parse(`otpauth://totp/Clinic:a?secret=${secret}`)
  if (!(app instanceof TOTP)) throw new Error('not a TOTP')
  await fill(page.getByLabel('Code', { exact: true }), app.generate())
  await press(page.getByRole('button', { name: 'Go on' }))
  await expect(page.getByRole('button', { name: 'I have kept them' })).toBeVisible()
  await shoot(page, 'setup-codes')
  await press(page.getByRole('button', { name: 'I have kept them' }))
  await expect(page.getByRole('heading', { name: 'Your clinic', exact: true })).toBeVisible()
}

/** The link was used: a second tab says so, and nothing else happens. */
async function secondTab(page: Page, link: string) {
  const other = await page.context().browser()?.newContext({ baseURL: server.url })
  const tab = (await other?.newPage()) ?? page
  await tab.goto(link)
  await tab.getByLabel('Name').fill('Mallory')
  await tab.getByLabel('Email').fill('mallory@praxis.example')
  await tab.getByLabel('Password', { exact: true }).fill('another long secret 8')
  await tab.getByRole('button', { name: 'Create the account' }).click()
  await said(tab, 'This clinic has an admin already. Please log in.')
  await other?.close()
  await page.close()
}

async function enterClinic(page: Page) {
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await fill(page.getByLabel('Name', { exact: true }), 'Zahnarztpraxis am Park')
  await fill(page.getByLabel('Address'), 'Parkstraße 8, 10115 Berlin')
  await fill(page.getByLabel('Phone'), '+49 30 1234567')
  await fill(page.getByLabel('Email'), 'hallo@praxis.example')
  await choose(page.getByLabel('Country'), 'DE')
  await expect(page.getByLabel('Language')).toHaveValue('de')
  await expect(page.getByLabel('Currency')).toHaveValue('EUR')
  await shoot(page, 'setup-clinic')
  await press(page.getByRole('button', { name: 'Save and go on' }))
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
}

async function enterHours(page: Page) {
  await expect(page.getByRole('group', { name: 'Monday' })).toBeVisible()
  await shoot(page, 'setup-hours')
  await fill(page.getByLabel('Monday, from').first(), '08:30')
  await press(page.getByRole('button', { name: 'Copy to all open days' }))
  await press(page.getByRole('button', { name: 'Remove these hours of Friday' }).last())
  await press(page.getByRole('button', { name: 'Save and go on' }))
  await expect(page.getByRole('heading', { name: 'Treatments', exact: true })).toBeVisible()
}

async function enterTreatments(page: Page) {
  await shoot(page, 'setup-treatments')
  for (const [name, price, length] of [
    ['Vorsorge', '59', '30'],
    ['Zahnreinigung', '89,50', '60'],
    ['Füllung', '80', '30'],
    ['Krone', '620', '90'],
    ['Wurzelbehandlung', '310', '90'],
    ['Beratung', '0', '30'],
  ]) {
    await fill(page.getByLabel('Name'), name ?? '')
    await fill(page.getByLabel('Price'), price ?? '')
    if (length !== '30') await fill(page.getByLabel('Length in minutes'), length ?? '')
    await press(page.getByRole('button', { name: 'Add', exact: true }))
    await expect(page.getByRole('list', { name: 'Treatments' })).toContainText(name ?? '')
    await expect(page.getByLabel('Name')).toHaveValue('')
  }
  expect(plain((await page.getByRole('list', { name: 'Treatments' }).textContent()) ?? '')).toContain('89,50 €')
  await press(page.getByRole('button', { name: 'Go on' }))
  await expect(page.getByRole('heading', { name: 'Dentists' })).toBeVisible()
}

async function enterDentist(page: Page) {
  await shoot(page, 'setup-dentist')
  await fill(page.getByLabel('Name'), 'Dr. Ben Kohl')
  await fill(page.getByLabel('Email'), 'ben@praxis.example')
  actions += 1
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() })
  await press(page.getByRole('button', { name: 'Add', exact: true }))
  await expect(page.getByRole('list', { name: 'Dentists' })).toContainText('Dr. Ben Kohl')
  await press(page.getByRole('button', { name: 'Go on' }))
  await expect(page.getByText(/\d things are missing before you open/)).toBeVisible()
  // What was just entered is done, and what was not is missing.
  const rows = page.getByRole('listitem')
  await expect(rows.filter({ hasText: 'Opening hours: done' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Prices: missing' })).toContainText('Beratung')
  await expect(rows.filter({ hasText: 'Backups: missing' })).toHaveCount(1)
  await said(page, 'Online booking is closed: public pages ask patients to call.')
  await shoot(page, 'setup-done')
  await closedToPatients(page)
  await press(page.getByRole('button', { name: 'Open online booking' }))
  await said(page, 'Online booking is open: patients see free times, book and move their appointments.')
  await expect(page.getByRole('link', { name: 'Your patients: Import' })).toHaveAttribute(
    'href',
    '/dashboard/patients/import',
  )
}

/** A visitor is asked to call, until online booking opens. */
async function closedToPatients(admin: Page) {
  const context = await admin.context().browser()?.newContext({ baseURL: server.url })
  const page = (await context?.newPage()) ?? admin
  await page.goto('/')
  await said(page, 'Online booking isn’t open at the moment. To make an appointment, call us at +49 30 1234567.')
  await shoot(page, 'home-closed')
  await context?.close()
}

/** What a patient sees: the clinic’s name, the price in euros, a clock of 24 hours and weeks from Monday on. */
async function asPatient(context: Awaited<ReturnType<Page['context']>>) {
  const page = await context.newPage()
  // A busy server shows the last known data for a request or two.
  await expect(async () => {
    await page.goto('/')
    const hours = page.getByText('Monday to Thursday, 08:30 to 12:00 and 13:00 to 17:00').first()
    await expect(hours).toBeVisible({ timeout: 1_000 })
    await expect(page.getByText('Online booking isn’t open')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await said(page, 'Zahnarztpraxis am Park')
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await said(page, /^Price: 59\s€$/)
  await showWholeMonth(page)
  await page.getByRole('button', { name: 'next month' }).click()
  const monday = firstMondayOfNextMonth()
  await page.locator(`[data-day="${monday}"]:not([data-outside])`).getByRole('button').click()
  await said(page, '08:30 – 09:00')
  await expect(page.locator('.calendar thead th').first()).toHaveText('Mo')
  await shoot(page, 'berlin-appointment')
  await context.close()
}

function firstMondayOfNextMonth(): IsoDate {
  const today = clinicToday(new Date(), 'Europe/Berlin')
  return nextWeekday(`${addMonths(monthOf(today), 1)}-01`, 1)
}
