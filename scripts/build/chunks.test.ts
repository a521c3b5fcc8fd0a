import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { built } from '#testbed/built.ts'
import { createScriptName } from './chunks.ts'

type Modules = Record<string, { imports?: string[]; later?: string[] }>

const idOf = (file: string) => resolve(file).replaceAll('\\', '/')

/** Returns the name of the script of `file` in a site of these modules. */
function nameIn(modules: Modules, file: string): string | null {
  const byId = new Map(Object.entries(modules).map(([name, module]) => [idOf(name), module]))
  const getModuleInfo = (id: string) => {
    const { imports = [], later = [] } = byId.get(id) ?? {}
    return { importedIds: imports.map(idOf), dynamicallyImportedIds: later.map(idOf) }
  }
  return createScriptName()(idOf(file), { getModuleInfo })
}

const login = 'web/pages/sign-in/LoginPage.tsx'
const appointment = 'web/pages/appointment/AppointmentPage.tsx'
const dialogs = 'web/pages/appointment/dialogs.ts'
const list = 'web/pages/dashboard/AppointmentsList.tsx'
const appointments = 'web/pages/dashboard/AppointmentsPage.tsx'
const [users, staff] = ['web/pages/users/UsersPage.tsx', 'web/pages/staff/StaffPage.tsx']
const one = 'web/ui/One.tsx'

test.each<[string, string | null, Modules]>([
  ['the login needs', 'sign-in', { [login]: { imports: [one] }, [appointment]: { imports: [one] } }],
  ['pages of patients need first', 'patients', { [appointment]: { imports: [one] }, [users]: { imports: [one] } }],
  [
    'pages of patients start to load',
    'patients-soon',
    { [appointments]: { later: [list] }, [list]: { imports: [one] }, [appointment]: { later: [one] } },
  ],
  [
    'pages of patients may need after a press',
    'patients-later',
    { [appointment]: { later: [dialogs] }, [dialogs]: { imports: [one] }, [users]: { later: [one] } },
  ],
  [
    'some page needs first, and pages of patients may need',
    'common',
    { [appointment]: { later: [dialogs] }, [dialogs]: { imports: [one] }, [users]: { imports: [one] } },
  ],
  ['two pages of staff need first', 'staff', { [users]: { imports: [one] }, [staff]: { imports: [one] } }],
  ['two pages of staff may need', 'staff-later', { [users]: { later: [one] }, [staff]: { later: [one] } }],
  ['one page needs', null, { [users]: { imports: [one] } }],
])('a module that %s is in the script %j', (_when, name, modules) => {
  expect(nameIn(modules, one)).toBe(name)
})

test('a module that only a page’s own folder contains has no shared script', () => {
  expect(nameIn({ [appointment]: { imports: [dialogs] }, [appointments]: { imports: [dialogs] } }, dialogs)).toBeNull()
})

test('no scripts import one another in a circle', async () => {
  const { pages } = await built()
  const manifest: Record<string, { imports?: string[] }> = JSON.parse(
    readFileSync(join(pages, '.vite/manifest.json'), 'utf8'),
  )
  const clear = new Set<string>()
  const visit = (name: string, path: string[]) => {
    expect(path).not.toContain(name)
    if (clear.has(name)) return
    for (const each of manifest[name]?.imports ?? []) visit(each, [...path, name])
    clear.add(name)
  }
  for (const name of Object.keys(manifest)) visit(name, [])
  expect(clear.size).toBeGreaterThan(100)
})
