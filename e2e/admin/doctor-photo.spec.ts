import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { cameraPhoto } from '#server/testing/photos.ts'
import { axe } from '../support/axe.ts'
import { addDoctor } from '../support/clinic/doctors.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('an admin changes a doctor’s photo, removes it and goes back', async ({ page, server }) => {
  const name = `Dr. Eva P${randomUUID().slice(0, 6)}`
  const picture = { contentType: 'image/jpeg', body: await cameraPhoto() }
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture))
  await signInAs(page, server, await demoAdmin(server))
  const remove = await addDoctor(server, { name, specialty: 'Oral Surgery' })
  const row = page.getByRole('row').filter({ hasText: name })
  await page.goto(`/dashboard/manageDoctor?search=${name.split(' ').at(-1)}`)
  await row.getByRole('link').click()
  const photo = page.getByLabel('Another photo')
  await expect(photo).toBeVisible()
  await photo.setInputFiles({ name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) })
  await expect(page.getByText('This photo is larger than 8 MB. Please choose a smaller one.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(photo).toHaveValue('')
  await photo.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() })
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${name} is saved`, { exact: true })).toBeVisible()
  const shown = page.getByRole('main').locator('img')
  await expect(shown).toHaveAttribute('src', /\/image\/[0-9a-f-]{36}$/)
  const src = String(await shown.getAttribute('src'))
  await shoot(page, 'doctor-photo')

  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(page.getByText('Without a photo, patients see the initials.')).toBeVisible()
  await expect(shown).toHaveCount(0)
  await shoot(page, 'doctor-no-photo')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await page.request.get(src)).status()).toBe(404)
  await page.goto(`/dashboard/manageDoctor?search=${name.split(' ').at(-1)}`)
  await expect(row).toBeVisible()
  await expect(row.locator('img')).toHaveCount(0)
  await remove()
})
