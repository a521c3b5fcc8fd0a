import { expect } from '@playwright/test'
import { changeData } from '../support/clinic/change-data.ts'
import { signInAs, signUpConfirmed } from '../support/people.ts'
import { test } from '../support/test.ts'

test('after an error of the server the page names the number of that request, by which the log has the cause', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 500/)
  await signInAs(page, server, await signUpConfirmed(server))
  await changeData(server, (db) => db.execute('ALTER TABLE calendar_feed RENAME TO calendar_feed_missing'))
  try {
    await page.goto('/dashboard/account')
    const numbers: string[] = []
    for (const _time of [1, 2]) {
      const answered = page.waitForResponse((response) => response.status() === 500)
      await page.getByRole('button', { name: 'Show the address' }).click()
      const number = (await (await answered).headerValue('x-request-id')) ?? ''
      expect(number).toMatch(/^\d{4}-\d{4}-\d{4}$/)
      const sentence = `If it happens again, tell us this number: ${number}.`
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expect.poll(() => server.log()).toMatch(new RegExp(`"requestId":"${number}".*"request failed"`))
      numbers.push(number)
    }
    expect(new Set(numbers).size).toBe(2)
  } finally {
    await changeData(server, (db) => db.execute('ALTER TABLE calendar_feed_missing RENAME TO calendar_feed'))
  }
})
