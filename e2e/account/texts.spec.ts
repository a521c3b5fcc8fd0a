import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

/** Returns the text messages to a number, which a server without a provider writes as files. */
async function textsTo(dataDir: string, phone: string): Promise<string[]> {
  const folder = join(dataDir, 'texts')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.startsWith(`To: ${phone}\n`))
}

test('a patient chooses text messages, gets one instead of an email, and staff see what became of it', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const person = await signUp(server, 'Tex Messenger')
  const digits = String(Date.now()).slice(-4)
  await signInAs(page, server, person)
  await page.goto('/dashboard/account')
  const details = page.getByRole('region', { name: 'Your details' })
  await details.getByRole('button', { name: /^Edit/ }).click()
  const choice = details.getByLabel('How to reach me')
  await choice.selectOption('By text message')
  await expect(choice).toHaveAccessibleDescription(/Answer STOP to end them/)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(choice).toHaveAccessibleDescription(/Text messages need a phone number/)
  await details.getByLabel('Phone', { exact: true }).fill(`646 555 ${digits}`)
  await axe(page)
  await shoot(page, 'texts-choice')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details).toContainText('By text message')

  await book(server, person)
  await expect.poll(() => textsTo(server.dataDir, `+1646555${digits}`)).toHaveLength(1)
  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const desk = await context.newPage()
  await signInAs(desk, server, await demoAdmin(server))
  await desk.goto(`/dashboard/patients?search=${person.email}`)
  await desk.getByRole('link', { name: 'Tex Messenger' }).first().click()
  const texts = desk.getByRole('list', { name: 'Text messages' })
  await expect(texts.getByRole('listitem')).toHaveText(/^Appointment booked, .*: sent$/)
  await expect(desk.getByText(`To +1646555${digits}, as agreed on`)).toContainText(`noted by ${person.email}`)
  await axe(desk)
  await shoot(desk, 'texts-record')
  await context.close()
})
