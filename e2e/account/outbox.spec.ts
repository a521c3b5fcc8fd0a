import { expect } from '@playwright/test'
import { newestMail } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('the outbox shows an HTML email in a frame without scripts, and its button opens the site', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server)
  await signInAs(page, server, person)
  const { id } = await newestMail(server.dataDir, person.email)
  const { headers } = await fetch(`${server.url}/sandbox/outbox/${id}/html`)
  const policy = headers.get('content-security-policy')
  for (const directive of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox '])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/script-src|allow-same-origin/)

  await page.goto(`/sandbox/outbox/${id}`)
  const email = page.frameLocator('iframe[title="The email as HTML"]')
  await expect(email.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
  // The clinic's mark is a picture of this site.
  const picture = email.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await axe(page)
  const frame = page.frames()[1]
  expect(await frame?.evaluate(() => [window.origin, document.documentElement.scrollWidth <= innerWidth])).toEqual([
    'null',
    true,
  ])
  await email.getByRole('link', { name: 'Confirm email address' }).click()
  await expect(page).toHaveURL(/\/verify-email/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
})
