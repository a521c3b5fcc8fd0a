import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { type Report, type ReportPart, type ReportRow, reportBlocks } from '#contract/report/report.ts'
import { axeInBothSchemes, expectAccessible } from '../support/accessibility.ts'
import { callDesk, patientOfToday } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const today = () => clinicToday(new Date(), 'America/New_York')

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download')
  await press()
  return readFile(await (await download).path(), 'utf8')
}

test('an accountant reads what the days add up to, chooses the days in the address, and takes files along', async ({
  page,
  server,
}) => {
  const patient = await patientOfToday(server, 'Rosa Report')
  const payment = { requestId: randomUUID(), method: 'cash', amount: 20 }
  await callDesk(server, 'POST', `/desk/appointments/${patient.id}/payments`, payment)
  await signInAs(page, server, await staffMember(server, 'accountant', 'Abe Count'))
  await page.goto('/dashboard/reports?period=today')
  await expect(part(page, 'Takings by method')).toContainText('Cash: $')
  await expect(part(page, 'Appointments by day').locator('svg.recharts-surface').first()).toBeVisible()
  await axeInBothSchemes(page)
  const methods = part(page, 'Takings by method')
  // By keyboard alone.
  await methods.getByText('Show as a table').focus()
  await page.keyboard.press('Enter')
  await expect(methods.getByRole('row', { name: /^Cash \$\d+ \$0$/ })).toBeVisible()
  const csv = await saved(page, () => methods.getByRole('button', { name: /^CSV/ }).click())
  expect(csv).toMatch(/^\uFEFFMethod,This period,Period before\r\n/)
  expect(csv).toMatch(/\r\nCash,\d+,0\r\n/)

  await page.getByRole('link', { name: 'This month' }).click()
  await expect(page).toHaveURL(/\?period=this-month$/)
  await expect(page.getByRole('link', { name: 'This month' })).toHaveAttribute('aria-current', 'true')
  await page.getByLabel('First day').fill(addDays(today(), -1))
  await page.getByLabel('Last day').fill(today())
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${addDays(today(), -1)}&to=${today()}$`))
  await expect(part(page, 'Appointments by day')).toContainText(/\d+ appointments?, /)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'This month' })).toHaveAttribute('aria-current', 'true')

  await page.goto(`/dashboard/reports?from=${today()}&to=${today()}`)
  const books = await saved(page, () => page.getByRole('button', { name: 'Payments as CSV' }).click())
  expect(books).toMatch(/^\uFEFFReceipt,Day,Taken at,Taken at \([\w/]+\),Method,Amount,/)
  expect(books).toMatch(/\r\n\d{4}-\d{5},[^\r]*,Cash,20,0,USD,[^\r]*Rosa Report/)
  await shoot(page, 'reports-today')
})

test('a receptionist reads today only', async ({ page, server }) => {
  await signInAs(page, server, await staffMember(server, 'receptionist', 'Rita Rex'))
  await page.goto('/dashboard/reports?period=this-year')
  await expect(part(page, 'Appointments by day')).toBeVisible()
  await expect(page.getByText('Admins and accountants read other days.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Period' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Payments as CSV' })).toHaveCount(0)
})

test('a full month is readable on every screen, and a failure can be repeated', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signInAs(page, server, await demoAdmin(server))
  let fails = true
  await page.route(/\d\/reports\?/, (route) =>
    fails ? route.fulfill({ status: 500 }) : route.fulfill({ json: fullMonth() }),
  )
  await page.goto('/dashboard/reports?from=2026-10-01&to=2026-10-31')
  await expect(page.getByText('The report could not be loaded.')).toBeVisible({ timeout: 20_000 })
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(part(page, 'Appointments by day')).toContainText('more than in September 2026')
  await shoot(page, 'reports-full')
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await shoot(page, 'reports-print')
})

/** A month of a busy clinic. */
function fullMonth(): Report {
  const wave = (at: number, size: number) => Math.round(size * (1 + Math.sin(at * 1.7) / 3 + Math.cos(at * 0.4) / 5))
  const rows = (names: string[], size: number, of?: number): ReportRow[] =>
    names.map((name, at) => ({
      ...{ key: String(at), name, now: wave(at, size / (at + 1)), before: wave(at + 9, size / (at + 1.3)) },
      ...(of !== undefined && { of, ofBefore: of }),
    }))
  const days = (size: number): ReportRow[] =>
    Array.from({ length: 31 }, (_, at) => ({
      key: addDays('2026-10-01', at),
      name: '',
      now: at % 7 === 3 ? 0 : wave(at, size),
      before: (at + 2) % 7 === 3 ? 0 : wave(at + 4, size * 0.9),
    }))
  const hours = Array.from({ length: 50 }, (_, at) => ({
    ...{ key: `${1 + (at % 5)}-${String(8 + Math.floor(at / 5)).padStart(2, '0')}`, name: '' },
    ...{ now: Math.min(1_200, wave(at, 800)), before: 700, of: 1_200, ofBefore: 1_200 },
  }))
  const treatments = ['Teeth Cleaning', 'Fluoride Treatment', 'Teeth Whitening', 'Cavity Filling', 'Oral Surgery']
  const dentists = [
    'Dr. Ingrid Solheim',
    'Dr. Mateo Álvarez',
    'Dr. Amara Okafor',
    'Dr. Jonas Weber',
    'Without a dentist',
  ]
  const methods = ['Card, online', 'Card, at the desk', 'Cash', 'Bank transfer', 'Insurer']
  const known: Partial<Record<string, ReportRow[]>> = {
    appointments: days(26),
    treatments: rows(treatments, 300),
    dentists: rows(dentists, 280),
    hours: rows(dentists, 5_000, 7_200),
    missed: [{ key: 'no-show', name: 'Did not come', now: 14, before: 18 }].concat(
      rows(['Cancelled less than 2 hours before', 'Cancelled 2 to 24 hours before', 'Cancelled 1 or 2 days before'], 9),
    ),
    ahead: rows(
      ['Less than a day', '1 or 2 days', '3 to 6 days', '7 to 13 days', '14 to 29 days', '30 to 89 days'],
      190,
    ),
    patients: [
      { key: 'new', name: 'A patient’s first', now: 71, before: 64 },
      { key: 'returning', name: 'Of returning patients', now: 612, before: 580 },
    ],
    takings: days(2_450.5),
    'takings-by-method': rows(methods, 31_000),
    'takings-by-treatment': rows(treatments, 31_000),
    'takings-by-dentist': rows(dentists, 31_000),
    owed: rows(['Up to 30 days', '31 to 60 days', '61 to 90 days', 'More than 90 days'], 4_000).map((row) => ({
      ...row,
      of: 12,
    })),
    refunds: rows(methods, 900),
    empty: hours,
  }
  const sum = (list: ReportRow[], of: 'now' | 'before' | 'of') => list.reduce((total, row) => total + (row[of] ?? 0), 0)
  const parts = Object.fromEntries(
    reportBlocks.map((block): [string, ReportPart] => {
      const list = known[block] ?? []
      const of = sum(list, 'of')
      return [
        block,
        { now: sum(list, 'now'), before: sum(list, 'before'), ...(of > 0 && { of, ofBefore: of }), rows: list },
      ]
    }),
  ) as Report['parts']
  const period = { from: '2026-10-01', to: '2026-10-31' }
  return { period, before: { from: '2026-09-01', to: '2026-09-30' }, today: '2026-11-26', step: 'day', parts }
}
