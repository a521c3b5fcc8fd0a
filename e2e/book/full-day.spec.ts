import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const clinicZone = 'America/New_York'

const short = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** Leaves nothing free from `day` on until `free`. `day` gets the state `state`. */
async function fillDays(page: Page, day: IsoDate, free: IsoDate, state: 'full' | 'over' = 'full') {
  await page.route('**/available/month?*', async (route) => {
    const response = await route.fetch()
    const { days }: { days: { date: string }[] } = await response.json()
    const date = formatMediumDate(day)
    await route.fulfill({ response, json: { days: days.map((one) => (one.date === date ? { ...one, state } : one)) } })
  })
  await page.route(`**/available?date=${encodeURIComponent(formatMediumDate(day))}`, async (route) => {
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((treatment) => ({ ...treatment, slots: [] })) })
  })
  await page.route('**/available/next?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('date', formatMediumDate(free))
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
}

test('a day with nothing free leads on to the next that has free times', async ({ page, server, isMobile }) => {
  const empty = addDays(clinicToday(new Date(), clinicZone), 80)
  const free = addDays(empty, 3)
  const next = new Date(`${free}T12:00Z`)
  await fillDays(page, empty, free)
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${empty}`)
  await expect(page.getByText('We’re fully booked this day.')).toBeVisible()
  await expect(page.getByText('Choose a treatment below.')).toBeHidden()
  const show = page.getByRole('button', { name: `Show ${short.format(next)}`, exact: true })
  await expect(show).toBeVisible()
  await axe(page)
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/appointment?date=${free}`)
  await expect(page.getByText(/^\d+ free times across \d+ treatments/)).toBeVisible()
  // A phone's button stands below the heading, a desktop's beside the day.
  if (isMobile) return expect(page.getByRole('heading', { name: 'Available Appointments' })).toBeFocused()
  await expect(page.getByText('Choose a treatment below.')).toBeVisible()
  await expect(page.getByText(long.format(next), { exact: true })).toBeFocused()
})

test('after hours the page opens on today and offers the next day', { tag: '@any-width' }, async ({ page, server }) => {
  const today = clinicToday(new Date(), clinicZone)
  const evening = new Date(`${today}T20:30-05:00`)
  await page.clock.setFixedTime(evening)
  await fillDays(page, today, addDays(today, 1), 'over')
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await expect(
    page.getByRole('heading', { name: `Available Appointments on ${formatMediumDate(today)}` }),
  ).toBeVisible()
  await expect(page.getByText('It’s too late to book for today.')).toBeVisible()
  await page.getByRole('button', { name: `Show ${short.format(new Date(`${addDays(today, 1)}T12:00Z`))}` }).click()
  await expect(page).toHaveURL(`/appointment?date=${addDays(today, 1)}`)
})
