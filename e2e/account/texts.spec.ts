import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { demoAdmin, signInAs, signUpConfirmed } from '../support/people.ts'
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
  allowConsole(/status of 4(00|09|29)/)
  const person = await signUpConfirmed(server, 'Tex Messenger')
  const digits = String(Date.now()).slice(-4)
  await signInAs(page, server, person)
  await page.goto('/dashboard/account')
  const details = page.getByRole('region', { name: 'Your details' })
  await details.getByRole('button', { name: /^Edit/ }).click()
  const choice = details.getByLabel('How to reach me')
  await choice.selectOption('By text message')
  await expect(choice).toHaveAccessibleDescription(/Reply STOP to end them/)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(choice).toHaveAccessibleDescription(/Text messages need the number of a mobile phone/)
  await details.getByLabel('Phone', { exact: true }).fill(`646 555 ${digits}`)
  await axe(page)
  await shoot(page, 'texts-choice')
  await details.getByRole('button', { name: 'Save' }).click()
  const number = `+1646555${digits}`
  const panel = details.getByRole('region', { name: 'Confirm your number' })
  await expect(panel).toContainText(`We’ve sent a code to ${number}. It works for 10 minutes.`)
  const code = /your code is (\d{6})/.exec((await textsTo(server.dataDir, number))[0] ?? '')?.[1] ?? ''
  await panel.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await axe(page)
  await shoot(page, 'texts-code')
  await panel.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel.getByLabel('Code')).toHaveAccessibleDescription(/This is not the code. You have 4 more tries/)
  await expect(panel).toContainText('You can ask for a new code in a minute.')
  await shoot(page, 'texts-wrong-code')
  await panel.getByLabel('Code').fill(code)
  await panel.getByRole('button', { name: 'Confirm' }).click()
  await expect(details).toContainText('By text message')

  await book(server, person)
  await expect.poll(() => textsTo(server.dataDir, number)).toHaveLength(2)
  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const desk = await context.newPage()
  await signInAs(desk, server, await demoAdmin(server))
  await desk.goto(`/dashboard/patients?search=${person.email}`)
  await desk.getByRole('link', { name: 'Tex Messenger' }).first().click()
  const texts = desk.getByRole('list', { name: 'Text messages' })
  await expect(texts.getByRole('listitem')).toHaveText(
    /^Appointment booked, .*: not sent, because there was no text service$/,
  )
  await expect(desk.getByText(`To +1646555${digits}, as agreed on`)).toContainText(`noted by ${person.email}`)
  await axe(desk)
  await shoot(desk, 'texts-record')
  await context.close()
})
