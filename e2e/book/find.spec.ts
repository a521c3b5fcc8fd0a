import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

/** Opens what is one line on a phone. */
async function openFinder(page: Page) {
  const line = page.getByRole('button', { name: 'What do you need?' })
  await expect(page.getByText('Price: $59')).toBeVisible()
  if (await line.isVisible()) await line.click()
}

test('a reason leads to a treatment’s next times, and one press to the booking at that time', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await openFinder(page)
  await page.getByRole('button', { name: 'Whiter teeth' }).click()
  const times = page.getByRole('region', { name: 'Teeth Whitening' })
  await expect(times).toContainText('Lifts coffee, tea and age stains gently, in one visit.')
  await expect(times.getByRole('button').nth(1)).toContainText(/Teeth Whitening · \$18930 min · with Dr\./)
  await expect(times.getByRole('button', { name: /^Book / })).toHaveCount(3)
  await shoot(page, 'find-reason')
  const second = times.getByRole('button', { name: /^Book / }).nth(1)
  const time = /\d+:\d+/.exec((await second.textContent()) ?? '')?.[0] ?? ''
  await second.click()
  const dialog = page.getByRole('dialog', { name: 'Booking for: Teeth Whitening' })
  await expect(dialog.getByLabel('Time').locator('option:checked')).toHaveText(
    new RegExp(`^0?${time.replace(':', '.')}`),
  )
  await shoot(page, 'find-dialog')
  await dialog.getByLabel('Phone').fill('2125550142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/You’re booked: Teeth Whitening/)).toBeVisible()
})

test('each answer shows one time of every treatment that helps, with price, length and dentist', async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await openFinder(page)
  await page.getByRole('button', { name: 'Pain' }).click()
  const pain = page.getByRole('region', { name: 'Pain today?' })
  const times = pain.getByRole('button', { name: /^Book / })
  await expect(times).toHaveCount(2)
  for (const text of [
    /^Book Oral Surgery · \$149\w{3}, .* [AP]M30 min · with Dr\. Samuel Reed$/,
    /^Book Cavity Filling · \$119\w{3}, .* [AP]M30 min · with Dr\. /,
  ])
    await expect(times.filter({ hasText: text })).toHaveCount(1)
  await expect(pain.getByRole('link')).toHaveAttribute('href', /^tel:/)
  const cards = page.getByRole('button', { name: 'Book Appointment' })
  await expect(page.getByText('Pain: showing 2 of 9 treatments.')).toBeVisible()
  await expect(cards).toHaveCount(2)
  await expect(page.getByText(/free times across 2 treatments/)).toBeVisible()
  await axe(page)
  await shoot(page, 'find-pain')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(cards).toHaveCount(9)
  await openFinder(page)
  await page.getByRole('button', { name: 'Pain' }).click()
  await times.filter({ hasText: 'Cavity Filling' }).click()
  await expect(page.getByRole('dialog', { name: 'Booking for: Cavity Filling' })).toBeVisible()
})

test('a treatment that helps, but not by the chosen dentist, is named', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await page.getByRole('combobox', { name: 'Dentist' }).selectOption({ label: 'Dr. Samuel Reed' })
  await page.getByRole('button', { name: 'Pain' }).click()
  const pain = page.getByRole('region', { name: 'Pain today? with Dr. Samuel Reed' })
  await expect(pain.getByRole('button', { name: /^Book / })).toHaveCount(1)
  const missing = pain.getByRole('listitem').filter({ hasText: 'Cavity Filling · $119' })
  await expect(missing).toContainText('Dr. Samuel Reed doesn’t do this.')
  await axe(page)
  await missing.getByRole('button', { name: 'Show any dentist' }).click()
  await expect(page.getByRole('region', { name: 'Pain today?' }).getByRole('button', { name: /^Book / })).toHaveCount(2)
})

test('a dentist above the cards filters cards, times and the calendar, and stays in the address', async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  const day = addDays(clinicToday(new Date(), 'America/New_York'), 40)
  await page.goto(`/appointment?date=${day}`)
  await openFinder(page)
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(9)
  await page.getByRole('combobox', { name: 'Dentist' }).selectOption({ label: 'Dr. Mateo Álvarez' })
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(2)
  await expect(page.getByText(/ across 2 treatments with Dr. Mateo Álvarez/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]doctor=/)
  await shoot(page, 'find-dentist')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(2)
})

test('a service card of the landing page leads to its treatment, and an unknown treatment says so', async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/')
  await page.getByRole('link', { name: 'Book Cavity Filling' }).click()
  await expect(page.getByRole('region', { name: 'Cavity Filling' })).toContainText('We find what hurts')
  await page.goto('/appointment?treatment=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('We no longer offer that treatment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(9)
})

test('the dentists have a page without the app, which leads to a booking with one of them', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Dentists' }).click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Dr. Mateo Álvarez' }) })
  await expect(card).toContainText('Cosmetic Dentistry')
  await expect(card).toContainText('Speaks English, Spanish')
  // Other tests add dentists.
  for (const name of ['Ingrid Solheim', 'Mateo Álvarez', 'Amara Okafor', 'Jonas Weber', 'Mei Tanaka', 'Samuel Reed']) {
    await expect(page.getByRole('link', { name: `Book with Dr. ${name}`, exact: true })).toHaveCount(1)
  }
  await expect(page.getByText('{{')).toHaveCount(0)
  await shoot(page, 'dentists')
  await signInAs(page, server, await signUp(server))
  await page.reload()
  await page.getByRole('link', { name: 'Book with Dr. Mateo Álvarez' }).click()
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(2)
})

test('a link with a dentist opens on the first day on which they are free', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const today = clinicToday(new Date(), 'America/New_York')
  await page.route(/\/available\?date=/, async (route) => {
    if (
      !route
        .request()
        .url()
        .includes(encodeURIComponent(formatMediumDate(today)))
    )
      return route.continue()
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((one) => ({ ...one, slots: [] })) })
  })
  await signInAs(page, server, await signUp(server))
  await page.goto('/about')
  // The app has no dentists: their page is another document.
  const link = page.getByRole('banner').getByRole('link', { name: 'Our Dentists' })
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Our Dentists' }).first().click()
  await page.getByRole('link', { name: 'Book with Dr. Mateo Álvarez' }).click()
  const tomorrow = addDays(today, 1)
  await expect(page).toHaveURL(new RegExp(`date=${tomorrow}`))
  const heading = `Available Appointments on ${formatMediumDate(tomorrow)}`
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book Appointment' }).first()).toBeEnabled()
})
