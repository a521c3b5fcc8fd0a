import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { addWithAppointment, newPhone, section } from '../support/patients.ts'
import { demoAdmin, logIn, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('a caller without an email becomes an account holder later, and keeps the appointments of before', async ({
  page,
  server,
  browser,
}) => {
  const name = `Olu ${randomUUID().slice(0, 8)}`
  const email = `olu-${randomUUID().slice(0, 8)}@example.com`
  const { id, date } = await addWithAppointment(server, { name, phone: newPhone() })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/patients/${id}`)
  await expect(section(page, 'Who may act for them').getByText(`No account acts for ${name}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the record' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Birth date').fill('1970-08-09')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${email} is not confirmed until its owner opens it`)).toBeVisible()

  const theirs = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const caller = await theirs.newPage()
  await caller.goto(linkIn(await newestMail(server.dataDir, email)).href)
  const password = 'a sound passphrase'
  await caller.getByLabel('Password', { exact: true }).fill(password)
  await caller.getByRole('button', { name: 'Make my account' }).click()
  await expect(caller.getByRole('heading', { level: 1 })).toHaveText('Your account is ready')
  await caller.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(caller, { email, password })
  await expect(caller).not.toHaveURL(/login/)
  await openRecord(caller, name)
  await caller.goto('/dashboard')
  await expect(caller.getByRole('row').filter({ hasText: 'Oral Surgery' })).toContainText(date)
  await theirs.close()

  await page.reload()
  await expect(section(page, 'Who may act for them').getByText(email).first()).toBeVisible()
  await expect(section(page, 'Appointments and payments').getByText('Oral Surgery')).toBeVisible()
})

/** Opens the record with the account's email by its birth date. Until then nothing of it shows. */
async function openRecord(page: Page, name: string) {
  await page.goto('/dashboard')
  await expect(page.getByText('Nothing booked yet')).toBeVisible()
  await page.getByRole('link', { name: 'Open it in My Account' }).click()
  const known = page.getByRole('region', { name: 'Records that we have already' })
  await expect(known).not.toContainText(name)
  await known.getByRole('button', { name: 'Open the record' }).click()
  await known.getByLabel('Birth date').fill('1970-08-08')
  await axe(page)
  await shoot(page, 'open-record')
  await known.getByRole('button', { name: 'Open the record' }).click()
  await expect(known.getByText('This is not the birth date that we have. 2 tries are left')).toBeVisible()
  await known.getByLabel('Birth date').fill('1970-08-09')
  await known.getByRole('button', { name: 'Open the record' }).click()
  await expect(page.getByText(`The record of ${name} is in your account now.`).first()).toBeVisible()
}
