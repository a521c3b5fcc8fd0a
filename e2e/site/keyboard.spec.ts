import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { dayOf } from '../support/calendar.ts'
import { cardField, congrats, payButton, visa } from '../support/card/card.ts'
import { tabTo } from '../support/keyboard.ts'
import { isPhone, loginPage } from '../support/people.ts'
import { test } from '../support/test.ts'

const mainLink = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })

/** Uses the skip link to move the focus past the header. */
async function skipToContent(page: Page) {
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** Moves the focus back to the header and activates `name`; on a phone it is in the menu. */
async function activateInHeader(page: Page, name: string, role: 'link' | 'button') {
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: 'Menu', exact: true })
  const inMenu = isPhone(page)
  const target = (inMenu ? page.getByRole('navigation') : header).getByRole(role, { name, exact: true })
  if (inMenu) {
    await tabTo(page, menu, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, target)
  } else await tabTo(page, target, 'Shift+Tab')
  await page.keyboard.press('Enter')
}

test('a patient can sign up, book, pay and sign out with the keyboard alone', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto('/')
  await skipToContent(page)
  await tabTo(page, mainLink(page, 'Get Started'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(loginPage)
  await tabTo(page, mainLink(page, 'Create New Account'))
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is Required')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Kim Keys')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(`kim-${randomUUID().slice(0, 8)}@clinic-patients.example`)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('a sound passphrase')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/appointment')

  const date = await chooseAnotherDay(page)

  const book = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Teeth Cleaning' }) })
    .getByRole('button')
  await tabTo(page, book)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Booking for: Teeth Cleaning' })
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await tabTo(page, dialog.getByLabel('Phone'))
  await page.keyboard.type('212 555 0142')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText(`Appointment is set, ${date} at `)).toBeVisible()
  await expect(page.getByRole('region', { name: /^You’re booked: Teeth Cleaning/ })).toBeFocused()
  await tabTo(page, mainLink(page, 'Pay $59 now'))

  await activateInHeader(page, 'Dashboard', 'link')
  await expect(page.getByRole('heading', { name: 'My Appointments: 1' })).toBeFocused()
  await tabTo(page, mainLink(page, 'pay $59 for Teeth Cleaning'))
  await page.keyboard.press('Enter')

  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await tabTo(page, page.locator('iframe[title="Secure card payment input frame"]'), 'Tab', 3)
  await page.keyboard.type(`${visa}1234123`)
  await expect(cardField(page).getByLabel('Credit or debit card CVC/CVV')).toHaveValue('123')
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ has: congrats(page) })).toBeFocused()

  await activateInHeader(page, 'Sign Out', 'button')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', includeHidden: true })).toHaveCount(1)
})

test('the phone menu closes when the focus moves on to the page, with and without the app', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }))
    await page.keyboard.press('Enter')
    const menu = page.getByRole('navigation', { name: 'Site' })
    await tabTo(page, menu.getByRole('link', { name: 'Login' }))
    await expect(menu).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('main').locator(':focus'), path).toBeVisible()
  }
})

/** Chooses a day of the next month with the calendar's keys. Returns the date as the page shows it. */
async function chooseAnotherDay(page: Page): Promise<string> {
  const month = page.getByRole('status').and(page.locator('.rdp-caption_label'))
  const before = String(await month.textContent())
  const focused = page.locator('[data-focused] button')
  await tabTo(
    page,
    page.getByRole('gridcell', { selected: true }).getByRole('button', { name: /^Today, .*, selected/ }),
  )

  // On the first of a month there is no earlier day in the grid.
  await page.keyboard.press('ArrowLeft')
  if (!(await focused.getAttribute('aria-label'))?.startsWith('Today')) {
    await expect(focused).toHaveAccessibleName(/, past, can’t be chosen$/)
    await expect(focused).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(focused).not.toHaveAccessibleName(/selected/)
    await page.keyboard.press('ArrowRight')
  }
  await expect(focused).toHaveAccessibleName(/^Today/)

  await page.keyboard.press('PageDown')
  await expect(month).not.toHaveText(before)
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect(focused).toHaveAccessibleName(/^Sunday/)
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAccessibleName(/^Monday/)
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName(/, selected$/)
  await expect(focused).toBeFocused()
  const day = await dayOf(page.locator('[data-focused]'))
  await expect(page.getByRole('heading', { name: `Available Appointments on ${formatMediumDate(day)}` })).toBeVisible()
  return formatMediumDate(day)
}
