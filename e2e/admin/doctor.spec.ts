import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { cameraPhoto } from '#server/testing/photos.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const newDoctor = () => {
  const lastName = `Q${randomUUID().slice(0, 8)}`
  return { name: `Dr. Ida ${lastName}`, email: `${lastName.toLowerCase()}@clinic.example`, lastName }
}

async function fillInForm(page: Page, doctor: { name: string; email: string }, photo?: Buffer) {
  await page.getByLabel('Name').fill(doctor.name)
  await page.getByLabel('Email').fill(doctor.email)
  await page.getByLabel('Specialty').selectOption('Oral Surgery')
  if (photo)
    await page
      .getByLabel('Photo', { exact: true })
      .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo })
}

/** Returns the colors at the top and at the bottom of the preview: `cameraPhoto` is red above and blue below once
 *  upright. */
const previewColors = (page: Page) =>
  page.getByRole('img', { name: 'Preview' }).evaluate((canvas: HTMLCanvasElement) =>
    [4, canvas.height - 5].map((y) => {
      const [red = 0, , blue = 0] = canvas.getContext('2d')?.getImageData(canvas.width / 4, y, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    }),
  )

test.beforeEach(async ({ page, server }) => signInAs(page, server, await demoAdmin(server)))

test('an admin adds a doctor with a rotated camera photo, finds them in the list and deletes them with the photo', async ({
  page,
}) => {
  const doctor = newDoctor()
  await page.goto('/dashboard/addDoctor')
  await expect(heading(page)).toHaveText('Add a Doctor')
  await fillInForm(page, doctor, await cameraPhoto({ width: 1_600, height: 1_200 }))
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  expect(await previewColors(page)).toEqual(['red', 'blue'])
  await axe(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Doctor added successfully', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByLabel('Photo', { exact: true })).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Preview' })).toBeHidden()

  await page.goto(`/dashboard/manageDoctor?search=${doctor.lastName}`)
  await expect(heading(page)).toHaveText(/^Manage Doctors: \d+$/)
  const row = rowOf(page, doctor.lastName)
  for (const text of [doctor.name, doctor.email, 'Oral Surgery']) await expect(row).toContainText(text)
  const photo = row.locator('img')
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(96)
  const src = String(await photo.getAttribute('src')).replace(/\/small$/, '')
  const shown = await page.request.get(src)
  expect(shown.headers()['content-type']).toBe('image/webp')
  const { width, height, exif } = await sharp(await shown.body()).metadata()
  expect({ width, height, exif }).toEqual({ width: 480, height: 480 })

  const remove = row.getByRole('button', { name: `Delete ${doctor.name}` })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: `Delete ${doctor.name}?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toHaveAccessibleDescription(new RegExp(`^${doctor.name} and their photo will be removed`))
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Doctor: ${doctor.name} is deleted.`, { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  await expect(page.getByText(`No doctor matches “${doctor.lastName}”.`)).toBeVisible()
  await expect(heading(page)).toBeFocused()
  await expect.poll(async () => (await page.request.get(src)).status()).toBe(404)
})

test('an empty form shows an error under each required field', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/dashboard/addDoctor')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  for (const [label, message] of [
    ['Name', 'Name is Required'],
    ['Email', 'Email is Required'],
    ['Photo', 'Image is Required'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
  }
  await axe(page)
  // As in every form of the site, a field shows its error when it is left.
  await page.getByLabel('Email').fill('abc')
  await page.getByLabel('Email').press('Tab')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Provide a valid Email')
})

test('a file that is not a photo is refused under its field, and a photo is then accepted', {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(/status of 400/)
  const doctor = newDoctor()
  await page.goto('/dashboard/addDoctor')
  await fillInForm(page, doctor, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Failed to add the doctor', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Photo', { exact: true })).toHaveAccessibleDescription(/This file is not a photo/)
  await axe(page)
  await fillInForm(page, doctor, await cameraPhoto())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Doctor added successfully', { exact: true })).toBeVisible()
})

test('an email address that another doctor has is refused under its field, and the photo is uploaded once', {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(/status of 409/)
  const uploads: string[] = []
  page.on('request', (request) => request.url().endsWith('/image') && uploads.push(request.method()))
  await page.goto('/dashboard/addDoctor')
  const doctor = newDoctor()
  await fillInForm(page, { ...doctor, email: 'okafor@example.com' }, await cameraPhoto())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('There is already a doctor with this email.')
  await page.getByLabel('Email').fill(doctor.email)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Doctor added successfully', { exact: true })).toBeVisible()
  expect(uploads).toEqual(['POST'])
})

test('an upload shows its progress, and canceling it keeps the form’s values', { tag: '@any-width' }, async ({
  page,
}) => {
  const doctor = newDoctor()
  await page.goto('/dashboard/addDoctor')
  await fillInForm(page, doctor, await cameraPhoto())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/image', async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('progressbar', { name: 'Photo sent' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue(doctor.name)
  await expect(page.getByText('Failed to add the doctor')).toHaveCount(0)
  release()
  await page.unroute('**/image')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Doctor added successfully', { exact: true })).toBeVisible()
})

test('only the doctors’ pages load photos from other hosts, and send them no referrer', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const doctor = newDoctor()
  const img = `https://pictures.example/${doctor.lastName}.png`
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#208020' } })
    .png()
    .toBuffer()
  const referrers: (string | undefined)[] = []
  await page.route(img, async (route) => {
    referrers.push((await route.request().allHeaders()).referer)
    await route.fulfill({ body: png, contentType: 'image/png' })
  })
  await page.goto('/dashboard')
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  const headers = { authorization: `Bearer ${await tokenOf(page)}`, origin: server.url }
  const data = { name: doctor.name, email: doctor.email, specialty: '', img }
  const added = await page.request.post('/doctor', { headers, data })
  expect(added.status()).toBe(201)

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Manage Doctors' }).click()
  const photo = rowOf(page, doctor.lastName).locator('img')
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(8)
  expect(referrers).toEqual([undefined])
  expect(await page.evaluate(() => 'isSameDocument' in window), 'a new document').toBe(false)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await menu.getByRole('link', { name: 'Add a Doctor' }).click()
  await expect(heading(page)).toHaveText('Add a Doctor')
  expect(await page.evaluate(() => 'isSameDocument' in window), 'the same document').toBe(true)
  await menu.getByRole('link', { name: 'All Users' }).click()
  await expect(heading(page)).toHaveText(/^All Users/)
  expect(await page.evaluate(() => 'isSameDocument' in window), 'a new document').toBe(false)
  // Later tests list all doctors and have no response for this host.
  await page.request.delete(`/doctor/${doctor.email}`, { headers })
})

test('a photo that can’t be loaded is replaced by the doctor’s initials', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await page.route('**/image/**', (route) => route.abort())
  await page.goto('/dashboard/manageDoctor?search=okafor')
  const row = rowOf(page, 'Dr. Amara Okafor')
  await expect(row.getByText('AO', { exact: true })).toBeVisible()
  await expect(row.locator('img')).toHaveCount(0)
})

test('Try again reloads a list that could not be loaded', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 503/)
  await page.route('**/doctor?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/dashboard/manageDoctor')
  await expect(page.getByText('The doctors could not be loaded.')).toBeVisible()
  await axe(page)
  await page.unroute('**/doctor?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'Dr. Amara Okafor')).toBeVisible()
})

test('a failed deletion shows an error and keeps the doctor', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 503/)
  await page.route('**/doctor/*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/dashboard/manageDoctor?search=weber')
  await rowOf(page, 'Weber')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Dr. Jonas Weber was not deleted.')
  await axe(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Weber')).toBeVisible()
})
