import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { congrats, openPayment, payButton, payBy, visa } from '../support/card/card.ts'
import { test } from '../support/test.ts'

test('receipt and list of appointments print without what is around them; an unpaid appointment has no receipt yet', async ({
  page,
  server,
}) => {
  const { person, booked } = await openPayment(page, server)
  await page.goto(`/dashboard/receipt/${booked._id}`)
  await expect(page.getByText('There is no receipt yet')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Pay $59' }).click()
  await expect(payButton(page)).toBeEnabled()
  await payBy(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.getByRole('link', { name: 'Receipt' }).click()

  const receipt = page.getByRole('article')
  const texts = ['Lumen Dental', '48 Harbour Street', '+1 212 555 0142', 'hello@lumendental.example']
  for (const text of [
    ...texts,
    person.name,
    person.email,
    'Teeth Cleaning',
    booked.date,
    booked.slot,
    '$59.00',
    'pi_',
  ]) {
    await expect(receipt).toContainText(text)
  }
  await expect(receipt.getByText(/^Paid on [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
  await axe(page)

  await print(page)
  expect(await receipt.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.emulateMedia({ media: 'screen' })
  await book(server, person, 'Oral Surgery')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Appointments: 2' })).toBeVisible()
  await print(page)
  const head = page.getByRole('main').locator('header')
  for (const text of ['Lumen Dental', '48 Harbour Street', '+1 212 555 0142', person.name]) {
    await expect(head).toContainText(text)
  }
  await expect(head).toContainText(/Printed on [A-Z][a-z]{2} \d{1,2}, \d{4}/)
  await expect(page.getByRole('cell', { name: 'Not paid: $149' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Paid Transaction id: pi_' })).toBeVisible()
  // A table with its heads, also where the screen is a phone's.
  expect((await page.getByRole('rowgroup').first().boundingBox())?.height).toBeGreaterThan(20)
  expect(await head.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
})

/** Presses Print, and shows the page as it would be on paper, without what leads elsewhere. */
async function print(page: Page) {
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const width of [375, 720, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page
      .locator('main :is(h1, header, table, dl)')
      .evaluateAll((parts) =>
        parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().left),
      )
    expect(new Set(lefts), `left edges on paper ${width} px wide`).toEqual(new Set([0]))
  }
  for (const gone of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('navigation')]) {
    await expect(gone.first()).toBeHidden()
  }
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
}
