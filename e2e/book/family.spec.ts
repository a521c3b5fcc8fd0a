import { expect, type Locator, type Page } from '@playwright/test'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { expectDistinctNames } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { addDoctor } from '../support/clinic/doctors.ts'
import { fact } from '../support/fact.ts'
import { signInAs, signUp, signUpConfirmed } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const eight = '08.00 AM - 08.30 AM'

/** Adds a child in the booking dialog, whose form then is for that child. */
async function addChild(dialog: Locator, name: string, birthDate: string) {
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Birth date').fill(birthDate)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByLabel('For whom?').locator('option:checked')).toHaveText(name)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a mother books for two children at the same time with two dentists, and one of them later leaves the family', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  const remove = await addDoctor(server, { name: 'Dr. Ida Lund', specialty: 'Teeth Cleaning' })
  const mother = await signUpConfirmed(server, 'Marta Sand')
  await signInAs(page, server, mother)
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, 26)

  let dialog = await openBooking(page, 'Teeth Cleaning')
  await dialog.getByRole('button', { name: 'For somebody else?' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Name is Required')).toBeVisible()
  await axe(page)
  await shoot(page, 'add-person')
  await addChild(dialog, 'Mia Sand', '2017-03-04')
  await dialog.getByLabel('Time').selectOption(eight)
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await axe(page)
  await shoot(page, 'for-whom')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: /^Mia Sand is booked: Teeth Cleaning/ })).toBeVisible()
  await shoot(page, 'booked-for-child')

  dialog = await openBooking(page, 'Teeth Cleaning')
  await expect(dialog.getByLabel('For whom?').locator('option')).toHaveText([
    ...['Marta Sand (you)', 'Mia Sand', 'Somebody else…'],
  ])
  await dialog.getByLabel('For whom?').selectOption('Somebody else…')
  await addChild(dialog, 'Ben Sand', '2019-08-09')
  await dialog.getByLabel('Time').selectOption(eight)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: /^Ben Sand is booked: Teeth Cleaning/ })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 2')
  await expectDistinctNames(page)
  const pay = page.getByRole('link', {
    name: /^pay \$59 for Teeth Cleaning, [A-Z][a-z]{2}, [A-Z][a-z]{2} 26, 8:00 AM, Ben Sand$/,
  })
  await expect(pay).toHaveText('pay')
  for (const name of ['Mia Sand', 'Ben Sand'])
    for (const text of [date, eight, 'Teeth Cleaning']) await expect(rowOf(page, name)).toContainText(text)
  const dentists = await Promise.all(['Mia Sand', 'Ben Sand'].map((name) => rowOf(page, name).textContent()))
  expect(dentists.map((text) => /Dr\. (Amara Okafor|Ida Lund)/.exec(text ?? '')?.[0]).toSorted()).toEqual([
    ...['Dr. Amara Okafor', 'Dr. Ida Lund'],
  ])
  await shoot(page, 'family-appointments')
  const told = async () =>
    (await mailsTo(server.dataDir, mother.email))
      .map(({ text }) => text)
      .filter((text) => text.includes(date.split(',')[0] ?? date))
  await expect.poll(async () => (await told()).join()).toContain('Ben Sand')
  expect((await told()).join()).toContain('Mia Sand')

  await leave(page)
  await remove()
})

/** Stops acting for one child: the appointment is no longer seen, and the other's stays. */
async function leave(page: Page) {
  await page.goto('/dashboard/account')
  const people = page.getByRole('region', { name: 'People you act for' })
  const ben = people.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ben Sand' }) })
  await expect(ben).toContainText('Your child')
  await axe(page)
  await expectDistinctNames(page)
  await shoot(page, 'my-account')
  await ben.getByRole('button', { name: 'Remove' }).click()
  await expect(ben).toContainText('Stop acting for Ben Sand?')
  await ben.getByRole('button', { name: 'Remove' }).last().click()
  await expect(page.getByText('You don’t act for Ben Sand any more.').first()).toBeVisible()
  await expect(people.getByRole('heading', { name: 'Ben Sand' })).toBeHidden()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 1')
  await expect(rowOf(page, 'Mia Sand')).toBeVisible()
}

test('what one changes of oneself under My Account is what the next booking says', async ({ page, server }) => {
  const person = await signUp(server, 'Nils Old')
  await signInAs(page, server, person)
  await page.goto('/dashboard/account')
  const details = page.getByRole('region', { name: 'Your details' })
  await details.getByRole('button', { name: 'Edit Nils Old' }).click()
  await details.getByLabel('Name').fill('')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Name is Required')).toBeVisible()
  await details.getByLabel('Name').fill('Nils Ny')
  await details.getByLabel('Phone', { exact: true }).fill('212 555 0161')
  await details.getByLabel('Birth date').fill('1990-01-02')
  await details.getByLabel('Language').selectOption('German')
  await details.getByLabel('How to reach me').selectOption('By phone')
  await axe(page)
  await shoot(page, 'edit-details')
  await details.getByRole('button', { name: 'Save' }).click()
  for (const fact of ['Nils Ny', '212 555 0161', 'German', 'By phone']) await expect(details).toContainText(fact)
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 27)
  const dialog = await openBooking(page, 'Cosmetic Dentistry')
  await expect(fact(dialog, 'Name')).toHaveText('Nils Ny')
  await expect(dialog.getByLabel('Phone')).toHaveValue('212 555 0161')
})
