import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { callDesk } from '../support/desk.ts'
import { addWithAppointment, newPhone, section } from '../support/patients.ts'
import { demoAdmin, type Person, signInAs, signUpConfirmed } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const today = clinicToday(new Date(), 'America/New_York')

/** Books a second appointment for a patient, in spite of the rules. */
async function bookAnother(server: Server, id: string) {
  const { treatments, doctors } = await callDesk(server, 'GET', '/calendar')
  const cleaning = treatments.find(({ name }: { name: string }) => name === 'Teeth Cleaning')
  const place = { doctor: doctors[0]._id, date: formatMediumDate(addDays(today, 290)), slot: '08.00 AM - 08.30 AM' }
  const wish = { patient: { id }, phone: newPhone(), treatmentId: cleaning._id, ...place }
  await callDesk(server, 'POST', '/desk/appointments', {
    ...wish,
    override: { note: 'For a test' },
    requestId: randomUUID(),
  })
}

test('a patient has died: nobody finds or books them, and their appointments are cancelled', async ({
  page,
  server,
}) => {
  const name = `Ida ${randomUUID().slice(0, 8)}`
  const { id } = await addWithAppointment(server, { name, phone: newPhone() })
  await bookAnother(server, id)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/patients/${id}`)
  await page.getByRole('button', { name: 'Note that they have died' }).click()
  const question = page.getByRole('dialog', { name: `Has ${name} died?` })
  await expect(question).toContainText('2 appointments ahead stay until you cancel them:')
  await expect(question.getByRole('link')).toHaveCount(2)
  await axe(page)
  await shoot(page, 'note-death')
  await question.getByRole('button', { name: 'Note that they have died' }).click()
  const died = page.getByRole('region', { name: 'Died', exact: true })
  await expect(died).toContainText('by admin@example.com')
  await expect(died.getByRole('link', { name: /Oral Surgery on/ })).toBeVisible()
  await expect(section(page, 'Recalls')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add an account' })).toBeHidden()
  await axe(page)
  await shoot(page, 'died')

  await page.getByRole('button', { name: 'Edit the notes' }).click()
  const notes = page.getByRole('dialog', { name: 'Edit the notes' })
  await notes.getByLabel('Notes').fill('Her son called')
  await axe(page)
  await notes.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Person', exact: true })).toContainText('Her son called')

  await isFoundOnlyWithFilter(page, name)
  await page.goto('/dashboard/attention')
  const item = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Oral Surgery' })
  await expect(item).toContainText('The patient has died.')
  await expect(item.getByRole('button', { name: /^Move/ })).toBeHidden()
  await axe(page)
  await shoot(page, 'attention-died')
  await item.getByRole('button', { name: /^Cancel/ }).click()
  const cancel = page.getByRole('dialog', { name: `Cancel the appointment of ${name}?` })
  await expect(cancel).toContainText('They have died: nobody is told.')
  await cancel.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(item).toBeHidden()

  await page.goto(`/dashboard/patients/${id}`)
  await died.getByRole('button', { name: 'Cancel it' }).click()
  await died.getByRole('group').getByRole('button', { name: 'Cancel it' }).click()
  await expect(page.getByText('It is cancelled.').first()).toBeVisible()
  await expect(died.getByRole('link')).toHaveCount(0)
  await died.getByRole('button', { name: 'Take it back' }).click()
  await died.getByRole('group').getByRole('button', { name: 'Take it back' }).click()
  await expect(died).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
})

/** Looks for a patient who has died in the search of the dashboard and in the list of patients. */
async function isFoundOnlyWithFilter(page: Page, name: string) {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /Find a patient/ }).fill(name)
  await expect(page.getByText(`Nothing matches “${name}”.`)).toBeVisible()
  await page.goto(`/dashboard/patients?search=${encodeURIComponent(name)}`)
  await expect(page.getByText(`No patient matches “${name}”.`)).toBeVisible()
  await page.getByLabel('Also those who have died').check()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Died')
  await expect(page).toHaveURL(/died=true/)
  await axe(page)
  await shoot(page, 'patients-died')
  await page.getByRole('searchbox').fill(name.slice(0, -1))
  await expect(page).toHaveURL(/died=true/)
  await expect(row).toContainText('Died')
}

/** Adds a child for whom an account acts. */
async function addChild(server: Server, { email, cookies }: Person, child: { name: string; birthDate: string }) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const send = async (method: string, path: string, proof: Record<string, string>, body: object) => {
    const headers = { origin: server.url, 'content-type': 'application/json', ...proof }
    const response = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { token } = await send('PUT', `/user/${email}`, { cookie }, { email })
  await send('POST', '/account/patients', { authorization: `Bearer ${token}` }, { ...child, relation: 'child' })
}

test('the desk reads who comes of age soon', async ({ page, server }) => {
  const [name, mother] = [`Mia ${randomUUID().slice(0, 8)}`, `Ann ${randomUUID().slice(0, 8)}`]
  const day = addDays(today, 20)
  const birthDate = `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
  await addChild(server, await signUpConfirmed(server, mother), { name, birthDate })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/attention')
  const row = page
    .getByRole('region', { name: /^Come of age soon/ })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(row).toContainText('Comes of age on')
  await expect(row).toContainText(`Account that acts for them: ${mother}`)
  await axe(page)
  await shoot(page, 'coming-of-age')
  await row.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})
