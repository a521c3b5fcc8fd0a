import { demoAdmin, signInAs } from '../support/people.ts'
import { callDesk } from '../support/desk.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'
test('look', async ({ page, server, browser }, info) => {
  test.setTimeout(200_000)
  const { doctors } = await callDesk(server, 'GET', '/staff')
  const doctor = doctors[0]
  const people = {
    receptionist: await staffMember(server, 'receptionist', 'Rita Rex'),
    dentist: await staffMember(server, 'dentist', 'Dora Dent', doctor._id),
    accountant: await staffMember(server, 'accountant', 'Abe Count'),
    admin: await demoAdmin(server),
  }
  const shots: [keyof typeof people, string[]][] = [
    ['dentist', ['day']],
    ['receptionist', ['day', 'treatments', 'openingHours', 'manageDoctor', `manageDoctor/${doctor._id}`, 'chairs', 'clinic']],
    ['accountant', ['payments']],
    ['admin', ['day', 'attention']],
  ]
  for (const [role, paths] of shots) {
    const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
    const theirs = await context.newPage()
    await signInAs(theirs, server, people[role])
    if (role === 'dentist') {
      await theirs.goto('/dashboard/day')
      await theirs.getByRole('button', { name: 'Ask for an absence' }).click()
      await theirs.getByLabel('First day').fill('2031-03-03')
      await theirs.getByLabel('Last day').fill('2031-03-07')
      await theirs.getByLabel('Note').last().fill('A course in Boston')
      await theirs.screenshot({ path: `/tmp/look/${info.project.name}-ask.png` })
      await theirs.getByRole('button', { name: 'Ask', exact: true }).click()
      await theirs.getByText('Not decided yet').waitFor()
    }
    for (const path of paths) {
      await theirs.goto(`/dashboard/${path}`)
      await theirs.waitForLoadState('networkidle')
      for (const colorScheme of ['light', 'dark'] as const) {
        await theirs.emulateMedia({ colorScheme })
        await theirs.screenshot({ path: `/tmp/look/${info.project.name}-${role}-${path.split('/')[0]}${path.includes('/') ? '1' : ''}-${colorScheme}.png`, fullPage: true })
      }
    }
    await context.close()
  }
})
