import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
test('‘Make Admin’ asks first if nobody has confirmed the address', { tag: '@any-width' }, async ({ page, server }) => {
  const ann = await signUp(server, 'Ann Able')
  await signInAs(page, server, await demoAdmin(server))
  // The page of a clinic of real people: only its data differs.
  await page.route('**/dashboard/users*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"demo":\{[^}]*\}/, '"demo":null')
    await route.fulfill({ response, body })
  })
  await page.goto(`/dashboard/users?search=${ann.email}`)
  const row = rowOf(page, ann.email)
  const make = row.getByRole('button', { name: 'Make Admin' })
  await make.click()
  const dialog = page.getByRole('dialog', { name: `Make ${ann.email} an admin?` })
  await expect(dialog).toHaveAccessibleDescription(/Nobody has confirmed this address yet/)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Patient')
  await make.click()
  const sent = page.waitForRequest((request) => request.url().includes('/user/admin/'))
  await dialog.getByRole('button', { name: 'Make Admin' }).click()
  expect(new URL((await sent).url()).searchParams.get('unconfirmed')).toBe('true')
  await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeVisible()
})
