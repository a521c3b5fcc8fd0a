import { expect } from '@playwright/test'
import { linkIn, mailsTo } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs, signUpConfirmed } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('a daughter takes over her record, lets her mother go on, ends that, and the desk separates it again', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(120_000)
  const mother = await signUpConfirmed(server, 'Marta Berg')
  const daughter = await signUpConfirmed(server, 'Mia B')
  await signInAs(page, server, mother)
  await page.goto('/dashboard/account')
  const people = page.getByRole('region', { name: 'People you act for' })
  await people.getByRole('button', { name: 'Add a person' }).click()
  await people.getByRole('textbox', { name: 'Name' }).fill('Mia Berg')
  await people.getByLabel('Birth date').fill('2008-02-03')
  await people.getByRole('button', { name: 'Add', exact: true }).click()
  await people.getByRole('button', { name: 'Hand over the record of Mia Berg' }).click()
  await people.getByLabel('Email address of Mia Berg').fill(daughter.email)
  await axe(page)
  await shoot(page, 'hand-over')
  await people.getByRole('button', { name: 'Send a link' }).click()
  const subject = 'Your record is being handed over to you'
  const sent = async () => (await mailsTo(server.dataDir, daughter.email)).find((mail) => mail.subject === subject)
  await expect.poll(sent).toBeDefined()
  const email = await sent()
  expect(email?.text).toContain('hands the record of Mia Berg')

  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const hers = await context.newPage()
  await signInAs(hers, server, daughter)
  await hers.goto(linkIn(email ?? { text: '' }).href)
  await expect(hers.getByRole('heading', { name: 'Are you Mia Berg?' })).toBeVisible()
  await hers.getByLabel('Your birth date').fill('2008-02-03')
  await hers.getByLabel(`${mother.email} may go on`).check()
  await axe(hers)
  await shoot(hers, 'are-you')
  await hers.getByRole('button', { name: 'This is me' }).click()
  await expect(hers.getByRole('heading', { name: 'Your appointments are here' })).toBeVisible()
  await hers.goto('/dashboard/account')
  const acting = hers.getByRole('list', { name: 'Who acts for you' })
  await expect(acting).toContainText(mother.email)
  await shoot(hers, 'who-acts-for-you')
  await acting.getByRole('button', { name: `Remove ${mother.email}` }).click()
  await acting.getByRole('button', { name: 'Remove' }).last().click()
  await expect(hers.getByText(`${mother.email} doesn’t act for you any more.`).first()).toBeVisible()
  await page.reload()
  await expect(people.getByRole('heading', { name: 'Mia Berg' })).toBeHidden()

  const staff = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const desk = await staff.newPage()
  await signInAs(desk, server, await demoAdmin(server))
  await desk.goto(`/dashboard/patients?search=${daughter.email}`)
  await desk.getByRole('link', { name: 'Mia Berg' }).first().click()
  const joined = desk.getByRole('list', { name: 'Part of this record' })
  await expect(joined).toContainText(`Opened from their account by ${daughter.email}`)
  await axe(desk)
  await shoot(desk, 'separate')
  await joined.getByRole('button', { name: 'Separate…' }).click()
  await joined.getByRole('button', { name: 'Separate…' }).last().click()
  await expect(desk.getByText(/The record of Mia B(erg)? is separate again\./).first()).toBeVisible()
  await context.close()
  await staff.close()
})
