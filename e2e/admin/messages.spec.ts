import { expect } from '@playwright/test'
import { expectRoomForLargeText } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('an admin chooses the words of an email, sees them, tests them, and takes the usual ones again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const admin = await demoAdmin(server)
  await signInAs(page, server, admin)
  await page.goto('/dashboard/messages')
  await page.getByLabel('Email', { exact: true }).selectOption('A reminder')
  const text = page.getByLabel('Text')
  await expect(text).toHaveValue('See you soon at {clinic}.')
  await text.fill('Dear {patient}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('We can’t fill in {patient}. Write {clinic}')).toBeVisible()
  await expect(text).toBeFocused()
  await text.fill('Please come ten minutes early, {date}, {time}.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Please come ten minutes early, ').last()).toContainText(/day, \w{3} \d{1,2}, \d/)
  await axe(page)
  await shoot(page, 'messages')
  await expectRoomForLargeText(page, 'messages')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The words are saved').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('This is a demo: no emails are sent.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Usual words' }).click()
  await expect(text).toHaveValue('See you soon at {clinic}.')
  await expect(page.getByRole('button', { name: 'Usual words' })).toHaveCount(0)
})
