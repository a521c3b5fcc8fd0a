import { expect, type Locator } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { congrats, payButton, payWith, visa } from '../support/card/card.ts'
import { addDoctor } from '../support/clinic/doctors.ts'
import { tabTo } from '../support/keyboard.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'
const brandt = 'Dr. Oskar Brandt'
const doctorsUrl = /\/available\/doctors\?/

const openDentists = (dialog: Locator) => dialog.locator('summary')

test('a patient chooses a dentist by keyboard, whose name then stands on the strip, the payment and the receipt', async ({
  page,
  server,
}) => {
  test.setTimeout(90_000)
  const remove = await addDoctor(server, { name: brandt, specialty: 'Teeth Cleaning' })
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 24)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  const opener = openDentists(dialog)
  await expect(opener).toHaveAccessibleName('Dentist Any dentist')
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const options = dialog.getByRole('radiogroup', { name: 'Dentist' })
  await tabTo(page, options.getByRole('radio', { name: 'Any dentist' }))
  await expect(options.getByRole('radio')).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(options.getByRole('radio', { name: 'Dr. Amara Okafor' })).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(options.getByRole('radio', { name: brandt })).toBeChecked()
  await expect(opener).toHaveAccessibleName(`Dentist ${brandt}`)
  // The page may not load his picture, which is hosted elsewhere.
  await expect(opener).toContainText('OB')
  await axe(page)
  await tabTo(page, dialog.getByLabel('Phone'))
  await page.keyboard.type('212 555 0142')
  await page.keyboard.press('Enter')

  const strip = page.getByRole('region', { name: /^You’re booked: Teeth Cleaning/ })
  await expect(strip).toHaveAccessibleDescription(`with ${brandt}`)
  await strip.getByRole('link', { name: 'Pay $59 now' }).click()
  await expect(page.getByRole('region', { name: 'Appointment' })).toContainText(`Dentist${brandt}`)
  await expect(payButton(page)).toBeEnabled()
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article')).toContainText(`Dentist${brandt}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('cell', { name: `Teeth Cleaning with ${brandt}` })).toBeVisible()
  await remove()
})

test('at a time at which the chosen dentist is not free the choice falls back to any, and says so', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const remove = await addDoctor(server, { name: brandt, specialty: 'Teeth Cleaning' })
  await page.route(doctorsUrl, async (route) => {
    const response = await route.fetch()
    const doctors: { name: string; slots: string[] }[] = await response.json()
    const json = doctors.map((doctor) =>
      doctor.name === brandt ? { ...doctor, slots: doctor.slots.filter((slot) => slot !== second) } : doctor,
    )
    await route.fulfill({ response, json })
  })
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 25)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await openDentists(dialog).click()
  await dialog.getByText(brandt).click()
  await dialog.getByLabel('Time').selectOption(second)
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expect(dialog.getByRole('radio', { name: 'Any dentist' })).toBeChecked()
  const note = dialog.getByText(`${brandt} isn’t free at this time, so any dentist may treat you.`)
  await expect(note).toBeVisible()
  await dialog.getByLabel('Time').selectOption(first)
  await expect(dialog.getByRole('radio', { name: brandt })).toBeChecked()
  await expect(note).toHaveCount(0)

  await dialog.getByLabel('Time').selectOption(second)
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: /^You’re booked/ })).toContainText('with Dr. Amara Okafor')
  await remove()
})

const slots = [first, second]
const doctor = (name: string) => ({ _id: crypto.randomUUID(), name, img: '', slots })
const longName = 'Dr. Maximiliane Freifrau von Hohenstein-Lindqvist'
/** A response for each treatment, and the text that shows it. */
const responses = {
  'Oral Surgery': { json: [doctor('Dr. Ida Holm'), doctor(brandt)], text: 'Any dentist' },
  'Pediatric Dental': { json: [doctor(longName)], text: `with ${longName}` },
  'Cavity Protection': { json: [], text: 'Our team will choose your dentist.' },
}

test('a late list of dentists does not delay the dialog and moves nothing in it', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 26)
  for (const [treatment, { json, text }] of Object.entries(responses)) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(doctorsUrl, async (route) => {
      await released
      await route.fulfill({ json })
    })
    const dialog = await openBooking(page, treatment)
    const before = await placesIn(dialog)
    release()
    await expect(dialog.getByText(text).first()).toBeVisible()
    expect(await placesIn(dialog), text).toEqual(before)
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('without the list of dentists the dialog books any', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await page.route(doctorsUrl, (route) => route.fulfill({ status: 503, json: {} }))
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 27)
  const dialog = await openBooking(page, 'Cavity Protection')
  await expect(dialog.getByText('Any dentist')).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByLabel('Phone').fill('212 555 0142')
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/booking'))
  await dialog.getByRole('button', { name: 'Submit' }).click()
  expect((await request).postDataJSON()).not.toHaveProperty('doctor')
  await expect(page.getByRole('region', { name: /^You’re booked/ })).toContainText('with Dr. Jonas Weber')
})

/** Returns where the dialog and its fields are. */
async function placesIn(dialog: Locator) {
  const targets = [dialog.locator('.modal-box'), dialog.getByLabel('Time'), dialog.getByLabel('Phone')]
  return Promise.all(targets.map((target) => target.boundingBox()))
}
