import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { us } from '#testbed/us.ts'
import { phone } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { congrats, openPaymentPage, payButton, payWith, visa } from '../support/card/card.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('receipt and appointments print without header, links and buttons; an unpaid appointment has no receipt', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const { person, booked } = await openPaymentPage(page, server)
  await page.goto(`/dashboard/receipt/${booked._id}`)
  await expect(page.getByText('There is no receipt yet')).toBeVisible()
  await page.getByRole('link', { name: 'Pay $59' }).click()
  await expect(payButton(page)).toBeEnabled()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.getByRole('link', { name: 'Receipt' }).click()

  const receipt = page.getByRole('article')
  for (const text of [
    'Lumen Dental',
    '48 Harbour Street',
    '+1 212 555 0142',
    'hello@lumendental.example',
    person.name,
    person.email,
    'Teeth Cleaning',
    booked.date,
    showPeriod(booked.slot, us),
    '$59.00',
    'pi_',
  ]) {
    await expect(receipt).toContainText(text)
  }
  await expect(receipt.getByText('Issued')).toBeVisible()
  await expect(receipt.getByText(/^Paid on [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
  await axe(page)
  await page.setViewportSize(phone)
  await axe(page)

  await shoot(page, 'receipt')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{4}-\d{5}\.pdf$/)
  const { text, totalPages } = await extractText(new Uint8Array(readFileSync(await file.path())), { mergePages: true })
  for (const part of ['Lumen Dental', person.name, 'Teeth Cleaning', '$59.00', 'Card on the website'])
    expect(text).toContain(part)
  expect(totalPages).toBe(1)

  await print(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/receipt-print.png`, fullPage: true })
  expect(await receipt.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.emulateMedia({ media: 'screen' })
  await book(server, person, 'Oral Surgery')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Appointments: 2' })).toBeVisible()
  await print(page)
  const header = page.getByRole('main').locator('header')
  for (const text of ['Lumen Dental', '48 Harbour Street', '+1 212 555 0142', person.name]) {
    await expect(header).toContainText(text)
  }
  await expect(header).toContainText(/Printed on [A-Z][a-z]{2} \d{1,2}, \d{4}/)
  await expect(page.getByRole('cell', { name: 'Not paid: $149' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^Paid \$\d+ Transaction id: pi_/ })).toBeVisible()
  // Paper always gets the table layout: on a phone's screen the head of the table is hidden.
  await page.setViewportSize(phone)
  expect((await page.getByRole('rowgroup').first().boundingBox())?.height).toBeGreaterThan(20)
  expect(await header.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
})

/** Presses Print and switches to print media. Expects one left edge at each paper width, and no navigation, links or
 *  buttons. */
async function print(page: Page) {
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const width of [375, 720, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page
      .locator('main :is(h1, header, table, dl)')
      .evaluateAll((elements) =>
        elements.filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect().left),
      )
    expect(new Set(lefts), `left edges on paper ${width} px wide`).toEqual(new Set([0]))
  }
  for (const hidden of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('navigation')]) {
    await expect(hidden.first()).toBeHidden()
  }
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
}
