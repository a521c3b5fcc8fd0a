import { expect } from '@playwright/test'
import { newestMail } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('the outbox shows an email as HTML, in a frame where nothing runs, and its button leads to the site', async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  await signedIn(page, server, person)
  const { id } = await newestMail(server.dataDir, person.email)
  const { headers } = await fetch(`${server.url}/sandbox/outbox/${id}/html`)
  const policy = headers.get('content-security-policy')
  for (const part of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox ']) expect(policy).toContain(part)
  expect(policy).not.toMatch(/script-src|allow-same-origin/)

  await page.goto(`/sandbox/outbox/${id}`)
  const email = page.frameLocator('iframe[title="The email as HTML"]')
  await expect(email.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
  await axe(page)
  const inner = page.frames()[1]
  expect(await inner?.evaluate(() => [window.origin, document.documentElement.scrollWidth <= innerWidth])).toEqual([
    'null',
    true,
  ])
  await email.getByRole('link', { name: 'Confirm email address' }).click()
  await expect(page).toHaveURL(/\/verify-email/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
})
