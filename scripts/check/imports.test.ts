import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { importCycles } from './cycles.ts'
import { readImports } from './import-graph.ts'
import { refusedImports } from './import-rules.ts'
import { readSourceTree, type Violation } from './source-tree.ts'

// Each file once, for all of them stand in one scratch folder.
const refused: [file: string, source: string, rule: string][] = [
  ['web/pages/home/Page.ts', '#server/app.ts', 'web asks over HTTP'],
  ['web/api/call.ts', '../../server/config/config.ts', 'web asks over HTTP'],
  ['server/booking/web.ts', '#web/clinic.ts', 'server knows no page'],
  ['server/booking/web.test.ts', '#web/clinic.ts', 'server knows no page'],
  ['server/app.ts', '#web/clinic.ts', 'server knows no page'],
  ['contract/server.ts', '#server/app.ts', 'contract stands alone'],
  ['contract/web.ts', '#web/clinic.ts', 'contract stands alone'],
  ['contract/library.ts', 'fastify', 'contract needs zod only'],
  ['contract/file.ts', 'node:fs', 'contract needs zod only'],
  ['server/booking/book/book.ts', '#server/payment/store.ts', 'features in order'],
  ['server/booking/store.ts', '#server/payment/store.ts', 'features in order'],
  ['server/booking/routes.ts', '../payment/routes.ts', 'features in order'],
  ['server/doctor/delete.ts', '#server/booking/store.ts', 'features in order'],
  ['server/payment/all.ts', '#server/app/features.ts', 'features in order'],
  ['server/http/app.ts', '../app.ts', 'features in order'],
  ['server/http/problem.ts', '#server/booking/book/book.ts', 'features in order'],
  ['server/database/seed.ts', '#server/calendar/store.ts', 'features in order'],
  ['server/site/pages.ts', '#server/auth/token.ts', 'features in order'],
  ['server/jobs/jobs.ts', '#server/mail/mail.ts', 'features in order'],
  ['server/access/roles.ts', '../user/user.ts', 'features in order'],
  ['server/http/html.ts', '#server/site/pages.ts', 'features in order'],
  ['server/database/open.test-help.ts', '#server/http/problem.ts', 'features in order'],
  ['server/user/once.ts', '#server/concurrency.ts', 'features in order'],
  ['server/payment/till.ts', '#sandbox/stripe/sandbox.ts', 'product without sandbox'],
  ['server/app/jobs.ts', '#sandbox/tables.ts', 'product without sandbox'],
  ['web/ui/form/card.ts', '#sandbox/stripe/publishable-key.ts', 'product without sandbox'],
  ['contract/card.ts', '#sandbox/stripe/publishable-key.ts', 'product without sandbox'],
  ['sandbox/stripe/pay.ts', '#server/payment/payment.ts', 'sandbox stands on foundations'],
  ['sandbox/outbox/all.ts', '#server/app/features.ts', 'sandbox stands on foundations'],
  ['sandbox/outbox/page.ts', '#web/clinic.ts', 'sandbox stands on foundations'],
  ['sandbox/google/port.ts', '#testbed/free-port.ts', 'product without tools'],
  ['sandbox/google/sql.ts', 'drizzle-orm', 'SQL lives in the store'],
  ['server/user/fixtures.ts', '#server/testing/app.ts', 'testing is for tests'],
  ['server/user/sample.ts', '#server/patient/testing/random.ts', 'testing is for tests'],
  ['server/booking/sql.ts', 'drizzle-orm', 'SQL lives in the store'],
  ['server/payment/routes.ts', 'drizzle-orm/pg-core', 'SQL lives in the store'],
  ['server/http/health.ts', 'drizzle-orm', 'SQL lives in the store'],
  ['server/user/port.ts', '#testbed/free-port.ts', 'product without tools'],
  ['web/ui/Draw.tsx', '#scripts/draw/portrait.ts', 'product without tools'],
  ['testbed/clinic.ts', '#server/database/open-database.ts', 'testbed stands below everything'],
  ['testbed/card.ts', '#sandbox/stripe/account.ts', 'testbed stands below everything'],
  ['web/pages/login/use-origin.ts', '../signup/SignUpPage.tsx', 'pages stand apart'],
  ['web/ui/form/Field.tsx', '#web/pages/login/LoginPage.tsx', 'ui knows no page'],
  ['web/session/guard.ts', '../pages/login/LoginPage.tsx', 'ui knows no page'],
  ['web/api/client.ts', '#web/session/store.ts', 'api knows no session'],
  ['web/api/answers.ts', '../ui/message/messages.ts', 'api knows no session'],
  ['web/pages/home/Root.tsx', '#web/app/Site.tsx', 'app stands on top of the pages'],
  ['web/ui/title.ts', '#web/app/head/PageHead.tsx', 'app stands on top of the pages'],
  ['server/booking/deep/er/x.ts', '../../booking.ts', 'two folders up'],
  ['e2e/support/x.ts', '../../testbed/free-port.ts', 'two folders up'],
]

const allowed: [file: string, source: string][] = [
  ['web/pages/home/HomePage.ts', '#contract/booking/booking.ts'],
  ['web/pages/home/Hero.ts', '#web/ui/form/Field.ts'],
  ['web/pages/design/Parts.tsx', '../home/Hero.ts'],
  ['web/pages/MembersLayout.tsx', './home/Hero.ts'],
  ['web/app/visitor.ts', '#web/pages/home/Hero.ts'],
  ['web/session/session.ts', '#web/api/auth.ts'],
  ['contract/booking/booking.ts', 'zod'],
  ['contract/user.ts', './clinic-date.ts'],
  ['contract/user.test.ts', 'vitest'],
  ['server/user/routes.ts', '#contract/user.ts'],
  ['server/user/user.ts', '#server/http/problem.ts'],
  ['server/user/config.ts', '#server/config/config.ts'],
  ['server/user/beside.ts', './store.ts'],
  ['server/user/store.ts', 'drizzle-orm'],
  ['server/user/notice-store.ts', 'drizzle-orm/pg-core'],
  ['server/user/queries.ts', 'drizzle-orm'],
  ['server/calendar/store.ts', '#server/database/schema/schema.ts'],
  ['server/database/open-database.ts', 'drizzle-orm/node-postgres'],
  ['server/site/document.ts', '#server/http/security.ts'],
  ['server/main.ts', '#server/booking/routes.ts'],
  ['server/clock.ts', '#server/user/user.ts'],
  ['server/app/features.ts', '#server/payment/store.ts'],
  ['server/payment/settle.ts', '../booking/store.ts'],
  ['server/doctor/audited.ts', '#server/audit/store.ts'],
  ['server/payment/payment.test.ts', '#sandbox/stripe/schema.ts'],
  ['server/testing/card.ts', '#sandbox/stripe/sandbox.ts'],
  ['sandbox/stripe/schema.ts', 'drizzle-orm/pg-core'],
  ['sandbox/stripe/jobs.ts', '#server/jobs/queue.ts'],
  ['sandbox/stripe/pay.test.ts', '#server/testing/app.ts'],
  ['server/testing/app.ts', '#server/booking/store.ts'],
  ['server/user/testing/people.ts', '#server/booking/store.ts'],
  ['server/booking/booking.test.ts', '#server/payment/store.ts'],
  ['e2e/support/bookings.ts', '#server/testing/app.ts'],
]

const others = {
  'server/mail/type.ts': `import type { X } from '#server/payment/store.ts'\n\nexport type Y = X\n`,
  'server/mail/inline.ts': `export type Z = import('#server/payment/store.ts').X\n`,
  'server/mail/late.ts': `export const late = () => import('#server/payment/store.ts')\n`,
  'server/mail/again.ts': `export { x } from '#server/payment/store.ts'\n`,
  'server/app/sandbox.ts': `export const late = () => import('#sandbox/stripe/sandbox.ts')\n`,
  'server/app/late.ts': `export const late = () => import('#sandbox/stripe/sandbox.ts')\n`,
  'server/mail/env.ts': 'export const port = process.env.PORT\n',
  'server/config/config.ts': 'export const port = process.env.PORT\n',
  'server/circle/one.ts': `import type { Two } from './two.ts'\n\nexport type One = Two | 1\n`,
  'server/circle/two.ts': `export type Two = import('./three.ts').Three | 2\n`,
  'server/circle/three.ts': `export type { One as Three } from './one.ts'\n`,
  // Folders that are new.
  'server/brand-new/rules.ts': `import { x } from '#server/booking/store.ts'\n\nexport const y = x\n`,
  'web/pages/brand-new/Page.tsx': `import { x } from '../home/Hero.ts'\n\nexport const y = x\n`,
  'web/pages/home/New.tsx': `import { x } from '../brand-new/Page.tsx'\n\nexport const y = x\n`,
}

let folder: string
let violations: Violation[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-imports-'))
  for (const [file, source] of [...refused, ...allowed])
    write(file, `import { x } from '${source}'\n\nexport const y = x\n`)
  for (const [file, code] of Object.entries(others)) write(file, code)
  const imports = readImports(readSourceTree(folder))
  violations = [...refusedImports(imports), ...importCycles(imports)]
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an import against the arrows is refused', () => {
  test.each(refused)('%s importing %s', (file, source, rule) => {
    const found = about(file).find((violation) => violation.rule === rule)
    expect(found?.advice).toMatch(new RegExp(`^It imports ${source}\\. .{30,}`))
  })

  test.each(['type', 'inline', 'late', 'again'])('as a type too, and however it is written: %s', (name) => {
    expect(rulesAbout(`server/mail/${name}.ts`)).toEqual(['features in order'])
  })
})

test.each(allowed)('an import along the arrows passes: %s importing %s', (file) => {
  expect(about(file)).toEqual([])
})

test('the sandbox is opened in one file and by import() only', () => {
  expect(rulesAbout('server/app/sandbox.ts')).toEqual([])
  expect(rulesAbout('server/app/late.ts')).toEqual(['product without sandbox'])
  const eager = { file: 'server/app/sandbox.ts', specifier: '#sandbox/tables.ts', target: 'sandbox/tables.ts' }
  const found = refusedImports([{ ...eager, isPackage: false, isLazy: false }])
  expect(found.map(({ rule }) => rule)).toEqual(['product without sandbox'])
})

test('a new folder of server/ must be listed, and one of web/pages/ is a page, the day it appears', () => {
  expect(rulesAbout('server/brand-new/rules.ts')).toEqual(['folders of server/ are in the list'])
  expect(rulesAbout('web/pages/brand-new/Page.tsx')).toContain('pages stand apart')
  expect(rulesAbout('web/pages/home/New.tsx')).toEqual(['pages stand apart'])
})

test('a circle of imports is shown file by file, types included', () => {
  const circles = violations.filter(({ rule, file }) => rule === 'import cycle' && file.startsWith('server/circle/'))
  expect(circles).toHaveLength(1)
  expect(circles[0]?.advice).toContain('one.ts → server/circle/two.ts')
  expect(circles[0]?.advice).toContain('Move what they share into a file of its own')
})

test('only server/config/config.ts reads the environment', () => {
  cpSync('biome.json', join(folder, 'biome.json'))
  const complaints = lint()
  expect(complaints.filter(({ file }) => file === 'server/mail/env.ts').map(({ message }) => message)).toEqual([
    expect.stringContaining('process.env'),
  ])
  expect(complaints.filter(({ file }) => file === 'server/config/config.ts')).toEqual([])
})

function write(file: string, code: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}

function about(file: string) {
  return violations.filter((violation) => violation.file === file)
}

function rulesAbout(file: string) {
  return about(file).map(({ rule }) => rule)
}

const report = z.object({
  diagnostics: z.array(z.object({ message: z.string(), location: z.object({ path: z.string() }) })),
})

function lint() {
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const output = runLinter(args)
  return report.parse(JSON.parse(output)).diagnostics.map(({ message, location }) => ({ file: location.path, message }))
}

function runLinter(args: string[]): string {
  try {
    return execFileSync(process.execPath, [resolve('node_modules/@biomejs/biome/bin/biome'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}
