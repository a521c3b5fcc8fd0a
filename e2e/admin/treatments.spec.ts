import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { pages } from '#contract/site/pages.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, isPhone, signInAs, tokenOf } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeAttached()
const handleOf = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })

async function asAdmin<Answer>(page: Page, method: 'GET' | 'POST', data?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.fetch('/calendar', { method, headers, ...(data && { data }) })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}
const calendar = (page: Page) => asAdmin<Calendar>(page, 'GET')
async function change(page: Page, input: CalendarChangeInput) {
  await asAdmin(page, 'POST', { version: (await calendar(page)).version, change: input })
}
/** Returns the names of the treatments in use that end with `mark`, in order. */
async function order(page: Page, mark: string): Promise<string[]> {
  const { treatments } = await calendar(page)
  return treatments.filter(({ name, retired }) => !retired && name.endsWith(mark)).map(({ name }) => name)
}

/** Holds a handle at the middle of a row: by finger on a phone, else by mouse. Returns a function that lets go. */
async function dragTo(page: Page, handle: Locator, row: Locator): Promise<() => Promise<void>> {
  // A finger would touch a message that covers the handle.
  const close = page.getByRole('button', { name: 'Close this message' })
  if (await close.isVisible()) await close.click()
  await handle.scrollIntoViewIfNeeded()
  const [from, to] = [await handle.boundingBox(), await row.boundingBox()]
  if (!from || !to) throw new Error('not visible')
  const x = from.x + from.width / 2
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2 + (to.y < from.y ? -4 : 4)]
  const heights = Array.from({ length: 8 }, (_, n) => start + ((end - start) * (n + 1)) / 8)
  if (!isPhone(page)) {
    await page.mouse.move(x, start)
    await page.mouse.down()
    for (const y of heights) await page.mouse.move(x, y)
    return () => page.mouse.up()
  }
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', start)
  for (const y of heights) await touch('touchMove', y)
  return async () => {
    await touch('touchEnd')
  }
}

test('an admin orders treatments by drag and by keys, and patients see those of a category together', async ({
  page,
  server,
}) => {
  await signInAs(page, server, await demoAdmin(server))
  const mark = randomUUID().slice(0, 6)
  const category = `Straight teeth ${mark}`
  const [braces, retainer, veneers] = [`Braces ${mark}`, `Retainer ${mark}`, `Veneers ${mark}`] as const
  await page.goto('/dashboard/treatments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Treatments: \d+$/)
  for (const name of [braces, veneers, retainer])
    await change(page, { kind: 'add-treatment', treatment: { name, price: 90, durationMinutes: 30, bufferMinutes: 0 } })

  await page.reload()
  const rowOf = (name: string) => page.getByRole('row').filter({ has: handleOf(page, name) })
  for (const name of [braces, retainer]) {
    await rowOf(name).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    await dialog.getByLabel('Category').fill(category)
    if (name === retainer) await expect(dialog.locator(`datalist option[value="${category}"]`)).toBeAttached()
    await shoot(page, 'treatment-category')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(name)).toContainText(`Category: ${category}`)
  }

  // Escape leaves a drag, and the next one moves the row.
  const leave = await dragTo(page, handleOf(page, retainer), rowOf(braces))
  await expect(rowOf(braces).locator('[data-drop=before]')).toBeVisible()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/drag-${isPhone(page)}.png` })
  await page.keyboard.press('Escape')
  await leave()
  expect(await order(page, mark)).toEqual([braces, veneers, retainer])
  const drop = await dragTo(page, handleOf(page, retainer), rowOf(braces))
  await drop()
  await said(page, 'The order is saved')
  expect(await order(page, mark)).toEqual([retainer, braces, veneers])

  // Two quick presses, and the focus stays.
  const handle = handleOf(page, retainer)
  await handle.focus()
  await handle.press('ArrowDown')
  await handle.press('ArrowDown')
  await expect(
    page.getByRole('status').filter({ hasText: new RegExp(`^${retainer} is now number (\\d+) of \\1$`) }),
  ).toBeAttached()
  await expect(handle).toBeFocused()
  await expect.poll(() => order(page, mark)).toEqual([braces, veneers, retainer])
  await axe(page)
  await shoot(page, 'treatments')

  await page.goto(pages.appointment)
  const heading = page.getByRole('heading', { level: 3, name: category })
  await expect(heading).toBeVisible()
  const together = page.locator('h3', { hasText: category }).locator('+ ul').getByRole('heading', { level: 4 })
  await expect(together).toHaveText([braces, retainer])
  await expect(page.getByRole('heading', { level: 3, name: veneers })).toBeVisible()
  await axe(page)
  await shoot(page, 'appointment-category')

  for (const { _id, name } of (await calendar(page)).treatments)
    if (name.endsWith(mark)) await change(page, { kind: 'retire-treatment', treatmentId: _id })
})

test('on a narrow desktop the first column of a table has room for words', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await demoAdmin(server))
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const path of [pages.treatments, pages.staff, pages.activity]) {
    await page.goto(path)
    const cell = page.getByRole('row').nth(1).getByRole('cell').first()
    await expect(cell).toBeVisible()
    expect((await cell.boundingBox())?.width, path).toBeGreaterThan(110)
  }
})
