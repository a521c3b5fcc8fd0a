import { expect } from '@playwright/test'
import { cameraPhoto } from '#server/testing/photos.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env: { DEMO: 'on' } })
})
test.afterAll(() => server?.stop())

const photo = async () => ({
  name: 'IMG_2.jpg',
  mimeType: 'image/jpeg',
  buffer: await cameraPhoto({ width: 1200, height: 1600 }),
})

test('an admin puts their own pictures on the home page, and takes one away', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/clinic')
  const pictures = page.getByRole('region', { name: 'Pictures' })
  const hero = pictures.getByRole('group', { name: 'Beside the headline' })
  const small = { name: 'small.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 200, height: 200 }) }
  await hero.getByLabel('Picture').setInputFiles(small)
  await expect(
    hero.getByText('This picture is too small. Please choose one of at least 480 × 400 pixels.'),
  ).toBeVisible()
  await hero.getByLabel('Picture').setInputFiles(await photo())
  await expect(hero.getByRole('img')).toBeVisible()
  await hero.getByLabel('What stays when it is cropped').selectOption('The left or upper part')
  await expect(hero.getByLabel('Another picture')).toBeEnabled()
  await pictures.getByRole('button', { name: 'Save' }).click()
  await expect(pictures.getByText('Say what each picture shows.')).toBeVisible()
  await hero.getByLabel('What it shows').fill('Our treatment room')
  await axe(page)
  await shoot(page, 'clinic-pictures')
  await pictures.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Patients see it now.')).toBeVisible()

  const cards = page.getByRole('region', { name: 'Service cards' })
  const card = cards.getByRole('group', { name: 'Picture of the second card' })
  await card.getByLabel('Picture').setInputFiles(await photo())
  await card.getByLabel('What it shows').fill('A filling in the color of the tooth')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await cards.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)

  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  const loaded: string[] = []
  visitor.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  const room = visitor.getByRole('img', { name: 'Our treatment room' })
  await expect(async () => {
    await visitor.goto('/')
    await expect(room).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const source = () => room.evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(await source()).toMatch(/\/image\/[0-9a-f-]{36}\/\d+\.avif$/)
  await expect(visitor.getByRole('img', { name: 'A filling in the color of the tooth' })).toBeAttached()
  expect(loaded.filter((path) => /hero-.*\.svg|filling-.*\.svg|\.js$/.test(path))).toEqual([])
  await axe(visitor)
  await shoot(visitor, 'home-own-pictures')

  await hero.getByRole('button', { name: 'Remove the picture' }).click()
  await pictures.getByRole('button', { name: 'Save' }).click()
  await expect(async () => {
    await visitor.goto('/')
    await expect(visitor.getByRole('img', { name: /treatment room in the morning light/ })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await context.close()
})
