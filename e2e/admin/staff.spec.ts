import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axeInBothSchemes } from '../support/accessibility.ts'
import { appointmentOf, callDesk, patientOfToday } from '../support/desk.ts'
import { demoAdmin, logIn, loginPage, openMenu, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { invitationFor, newAddress, staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The labels of the dashboard's menu, without what is open. */
async function expectMenu(page: Page, expected: string[]) {
  await openMenu(page)
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  const labels = async () => (await links.allTextContents()).map((label) => label.replace(/\d.*$/, ''))
  await expect.poll(labels).toEqual(expected)
}

/** The pages that receptionists and accountants only read. */
const toLookUp = ['Treatments', 'Doctors', 'Opening Hours', 'Chairs', 'Clinic']
const mine = ['My Appointments', 'My Reviews', 'My History', 'My Account']

async function firstDoctor(server: Server): Promise<{ _id: string; name: string }> {
  const { doctors } = await callDesk(server, 'GET', '/staff')
  return doctors[0]
}

test('an admin invites a receptionist, who accepts, gets another role, and is ended', async ({
  page,
  server,
  browser,
}) => {
  const email = newAddress()
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/staff')
  await expect(heading(page, /^Staff: /)).toBeVisible()
  await axeInBothSchemes(page)
  await shoot(page, 'staff')
  await button(page, 'Invite somebody').click()
  await page.getByLabel('Email').fill(email)
  await axeInBothSchemes(page)
  await shoot(page, 'staff-invite')
  await button(page, 'Send the invitation').click()
  await expect(page.getByText('This is a demo: no emails are sent.').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Receptionist')

  const context = await browser.newContext({ baseURL: server.url })
  const theirs = await context.newPage()
  await theirs.goto(linkIn(await newestMail(server.dataDir, email)).href)
  await expect(heading(theirs, 'Your invitation')).toBeVisible()
  await expect(theirs).toHaveURL('/invitation')
  await axeInBothSchemes(theirs)
  await shoot(theirs, 'invitation')
  await theirs.getByLabel('Name').fill('Rita Rex')
  await theirs.getByLabel('Password', { exact: true }).fill('a sound passphrase')
  await button(theirs, 'Accept').click()
  await expect(heading(theirs, 'Welcome to the clinic')).toBeFocused()
  await theirs.getByRole('link', { name: 'Go to your first page' }).click()
  await expect(button(theirs, 'New appointment')).toBeVisible()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Change role' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('Accountant')
  await button(page, 'Save').click()
  await expect(row).toContainText('Accountant')
  await theirs.goto('/dashboard/payments')
  await expect(heading(theirs, 'Payments')).toBeVisible()

  await row.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End the role' }).click()
  await expect(row).toHaveCount(0)
  await theirs.goto('/dashboard/payments')
  await expect(theirs).toHaveURL(loginPage)
  await context.close()
})

test('an invitation works once, and for nobody else', async ({ page, server, allowConsole }) => {
  allowConsole(/status of (409|404)/)
  const [person, other] = [await signUp(server), await signUp(server)]
  // An earlier email confirms their address.
  const { href } = await invitationFor(server, person.email, 'receptionist', { emailsBefore: 1 })
  await signInAs(page, server, other)
  await page.goto(href)
  await expect(heading(page, 'You are signed in as somebody else')).toBeVisible()
  await axeInBothSchemes(page)
  await button(page, 'Sign Out').last().click()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, person)
  await expect(heading(page, 'Your invitation')).toBeVisible()
  await button(page, 'Accept').click()
  await expect(heading(page, 'Welcome to the clinic')).toBeFocused()
  await page.goto('/')
  await page.goto(href)
  await expect(page.getByText('This invitation was accepted already. Log in to go on.')).toBeVisible()
})

test('a receptionist begins with the day, and has no users, rules, roles or activity', async ({ page, server }) => {
  await signInAs(page, server, await staffMember(server, 'receptionist', 'Rita Rex'))
  await page.goto('/dashboard/day')
  await expect(button(page, 'New appointment')).toBeVisible()
  await shoot(page, 'first-page-receptionist')
  await expectMenu(page, [
    ...['Today', 'Patients', 'Waiting list', 'Recalls', 'Needs attention', 'Close the day', 'Reports'],
    ...toLookUp,
    ...mine,
  ])
  await axeInBothSchemes(page)
  for (const path of ['users', 'staff', 'addDoctor', 'activity', 'payments', 'patients/import']) {
    await page.goto(`/dashboard/${path}`)
    await expect(heading(page, 'Not a page of your role')).toBeVisible()
  }
  await axeInBothSchemes(page)
  await page.getByRole('link', { name: 'Go to your first page' }).click()
  await expect(page).toHaveURL('/dashboard/day')
})

for (const role of ['receptionist', 'accountant'] as const) {
  test(`the role ${role} reads treatments, hours, doctors, chairs and texts only`, async ({ page, server }) => {
    await signInAs(page, server, await staffMember(server, role, 'Rea Reader'))
    const doctor = await firstDoctor(server)
    const shown: [path: string, heading: string | RegExp, text: string | RegExp][] = [
      ['treatments', /^Treatments: \d/, /\$\d/],
      ['openingHours', 'Opening Hours', 'Appointments begin every'],
      ['manageDoctor', /^Doctors: \d/, doctor.name],
      [`manageDoctor/${doctor._id}`, doctor.name, 'Treatments'],
      ['chairs', /^Chairs/, 'At any time'],
      ['clinic', 'Clinic', 'Time zone'],
    ]
    const main = page.getByRole('main')
    for (const [path, name, text] of shown) {
      await page.goto(`/dashboard/${path}`)
      await expect(heading(page, name)).toBeVisible()
      await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible()
      // Only the search of patients and of doctors is a field.
      await expect(main.locator('input:not([type=search], [role=combobox]), select, textarea')).toHaveCount(0)
      const changes = main.getByRole('button', { name: /add|edit|save|delete|remove|retire|rename|move|offer|use/i })
      // The receptionist hears first who is ill.
      const some = role === 'receptionist' && path.startsWith('manageDoctor/') ? ['Add an absence'] : []
      await expect(changes).toHaveText(some)
      await axeInBothSchemes(page)
      if (role === 'receptionist') await shoot(page, `read-${path.split('/')[0]}`)
    }
  })
}

test('a dentist asks for absences; an admin accepts one and refuses another', async ({ page, server, browser }) => {
  const doctor = await firstDoctor(server)
  const dentist = await staffMember(server, 'dentist', 'Dora Dent', doctor._id)
  await signInAs(page, server, dentist)
  await page.goto('/dashboard/day')
  const own = page.getByRole('region', { name: 'Your absences' })
  for (const [day, note] of [
    ['2031-03-03', 'A course'],
    ['2031-04-07', 'A holiday'],
  ] as const) {
    await button(page, 'Ask for an absence').click()
    await page.getByLabel('First day').fill(day)
    await page.getByLabel('Last day').fill(day)
    await page.getByLabel('Note').last().fill(note)
    await button(page, 'Ask').click()
    await expect(own.getByRole('listitem').filter({ hasText: note })).toContainText('Not decided yet')
  }
  await axeInBothSchemes(page)

  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const admins = await context.newPage()
  await signInAs(admins, server, await demoAdmin(server))
  await admins.goto('/dashboard/attention')
  const asked = admins.getByRole('region', { name: 'Absences asked for' })
  await expect(asked.getByRole('listitem')).toHaveCount(2)
  await openMenu(admins)
  await expect(admins.getByRole('link', { name: /^Needs attention .*2 absences asked for$/ })).toBeVisible()
  await admins.goto('/dashboard/attention')
  await expect(asked.getByRole('listitem')).toHaveCount(2)
  await axeInBothSchemes(admins)
  await shoot(admins, 'attention-requests')
  await asked
    .getByRole('listitem')
    .filter({ hasText: 'A course' })
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(admins.getByText(`${doctor.name} is absent on Mar 3, 2031`)).toBeVisible()
  await asked.getByRole('button', { name: /^Refuse/ }).click()
  await admins.getByLabel('Reason').fill('Nobody else is here that day.')
  await axeInBothSchemes(admins)
  await button(admins, 'Refuse').click()
  await expect(asked).toHaveCount(0)
  await context.close()

  await page.reload()
  await expect(own.getByRole('listitem').filter({ hasText: 'A course' })).toContainText('Accepted')
  const refused = own.getByRole('listitem').filter({ hasText: 'A holiday' })
  await expect(refused).toContainText('Not possible: Nobody else is here that day.')
  expect((await newestMail(server.dataDir, dentist.email, 3)).text).toContain('Nobody else is here that day.')
  await axeInBothSchemes(page)
})

test('a dentist begins with the own day, and can’t book, move or cancel', async ({ page, server }) => {
  const doctor = await firstDoctor(server)
  await signInAs(page, server, await staffMember(server, 'dentist', 'Dora Dent', doctor._id))
  const patient = await patientOfToday(server, 'Paula Patient')
  const { doctors } = await callDesk(server, 'GET', '/staff')
  await page.goto('/dashboard/day')
  await expect(page.getByText(/appointment/).first()).toBeVisible()
  await expect(button(page, 'New appointment')).toHaveCount(0)
  await shoot(page, 'first-page-dentist')
  await expectMenu(page, ['Today', ...mine])
  await page.keyboard.press('Escape')
  await axeInBothSchemes(page)
  // The appointment is of whichever dentist was free.
  const owner = await callDesk(server, 'GET', `/booking/${patient.id}`)
  const isOwn = owner.doctor === doctor.name
  await expect(appointmentOf(page, patient.name)).toHaveCount(isOwn ? 1 : 0)
  expect(doctors.length).toBeGreaterThan(1)
  await page.goto('/dashboard/users')
  await expect(heading(page, 'Not a page of your role')).toBeVisible()
})

test('an accountant has a menu of their own, and no page of the desk', async ({ page, server }) => {
  await signInAs(page, server, await staffMember(server, 'accountant', 'Abe Count'))
  await page.goto('/dashboard/payments')
  await expect(heading(page, 'Payments')).toBeVisible()
  await expectMenu(page, ['Close the day', 'Reports', 'Payments', ...toLookUp, ...mine])
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Receipt or patient')).toBeVisible()
  await axeInBothSchemes(page)
  await shoot(page, 'first-page-accountant')
  await page.goto('/dashboard/day')
  await expect(heading(page, 'Not a page of your role')).toBeVisible()
})

test('the login leads staff to the page that their work begins with', async ({ page, server }) => {
  const abe = await staffMember(server, 'accountant', 'Abe Count')
  await page.goto('/login')
  await logIn(page, abe)
  await expect(page).toHaveURL('/dashboard/reports')
})
