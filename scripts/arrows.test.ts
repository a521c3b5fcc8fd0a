import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const overHttp = 'web/ talks to the server over HTTP only'
const noPage = 'server/ knows no page'
const alone = 'contract/ stands alone'
const onlyZod = 'contract/ imports zod and nothing else'
const apart = 'A feature never imports another'
const below = 'stand below the features'
const sqlInStore = 'SQL lives in store.ts'
const sandboxApart = 'Only server/app/sandbox.ts loads the sandbox'

// Each file once, for all of them are linted together in a scratch folder.
const refused: [file: string, source: string, message: string][] = [
  ['web/pages/home/Page.ts', '#server/app.ts', overHttp],
  ['web/api/call.ts', '../../server/config/config.ts', overHttp],
  ['server/booking/web.ts', '#web/clinic.ts', noPage],
  ['server/booking/web.test.ts', '#web/clinic.ts', noPage],
  ['server/app.ts', '#web/clinic.ts', noPage],
  ['contract/server.ts', '#server/app.ts', alone],
  ['contract/web.ts', '#web/clinic.ts', alone],
  ['contract/library.ts', 'fastify', onlyZod],
  ['server/booking/booking.ts', '#server/payment/store.ts', apart],
  ['server/booking/store.ts', '#server/payment/store.ts', apart],
  ['server/booking/routes.ts', '../payment/routes.ts', apart],
  ['server/doctor/delete.ts', '#server/audit/store.ts', apart],
  ['server/sandbox/stripe/pay.ts', '#server/payment/payment.ts', apart],
  ['server/http/problem.ts', '#server/booking/booking.ts', below],
  ['server/database/seed.ts', '#server/treatment/store.ts', below],
  ['server/booking/sql.ts', 'drizzle-orm', sqlInStore],
  ['server/payment/routes.ts', 'drizzle-orm/pg-core', sqlInStore],
  ['server/http/health.ts', 'drizzle-orm', sqlInStore],
  ['server/app/features.ts', '#server/sandbox/stripe/sandbox.ts', sandboxApart],
  ['server/site/clinic.ts', '../sandbox/stripe/account.ts', sandboxApart],
  ['server/auth/provider/provider.ts', '#server/sandbox/google/account.ts', apart],
  ['server/booking/deep/er/x.ts', '../../booking.ts', 'Further up than the folder above'],
]

const allowed: [file: string, source: string][] = [
  ['web/pages/home/HomePage.ts', '#contract/booking.ts'],
  ['web/pages/home/Hero.ts', '#web/ui/form/Field.ts'],
  ['contract/booking.ts', 'zod'],
  ['contract/user.ts', './clinic-date.ts'],
  ['server/user/routes.ts', '#contract/user.ts'],
  ['server/user/user.ts', '#server/http/problem.ts'],
  ['server/user/config.ts', '#server/config/config.ts'],
  ['server/user/beside.ts', './store.ts'],
  ['server/user/store.ts', 'drizzle-orm'],
  ['server/user/schema.ts', 'drizzle-orm/pg-core'],
  ['server/treatment/store.ts', '#server/database/schema/schema.ts'],
  ['server/database/open.ts', 'drizzle-orm/node-postgres'],
  ['server/main.ts', '#server/booking/routes.ts'],
  ['server/app/sandbox.ts', '#server/sandbox/stripe/sandbox.ts'],
  ['server/app/http.ts', './sandbox.ts'],
  ['server/sandbox/stripe/store.ts', '../tables.ts'],
  ['server/testing/app.ts', '#server/booking/store.ts'],
  ['server/booking/booking.test.ts', '#server/payment/store.ts'],
  ['e2e/support/x.ts', '../../testbed/free-port.ts'],
]

const others = {
  'server/mail/type.ts': `import type { X } from '#server/payment/store.ts'\n\nexport type Y = X\n`,
  'server/mail/env.ts': 'export const port = process.env.PORT\n',
  'server/config/config.ts': 'export const port = process.env.PORT\n',
}

let folder: string
let complaints: { file: string; message: string }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-arrows-'))
  cpSync('biome.json', join(folder, 'biome.json'))
  for (const [file, source] of [...refused, ...allowed])
    write(file, `import { x } from '${source}'\n\nexport const y = x\n`)
  for (const [file, code] of Object.entries(others)) write(file, code)
  complaints = lint()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an import against the arrows is refused', () => {
  test.each(refused)('%s importing %s', (file, _source, message) => {
    expect(about(file)).toContain(message)
  })

  test('as a type too', () => {
    expect(about('server/mail/type.ts')).toContain(apart)
  })
})

test.each(allowed)('an import along the arrows passes: %s importing %s', (file) => {
  expect(about(file)).toBe('')
})

test('only server/config/config.ts reads the environment', () => {
  expect(about('server/mail/env.ts')).toContain('process.env')
  expect(about('server/config/config.ts')).toBe('')
})

function write(file: string, code: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}

function about(file: string) {
  return complaints
    .filter((complaint) => complaint.file === file)
    .map(({ message }) => message)
    .join('\n')
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
    return execFileSync(resolve('node_modules/.bin/biome'), args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}
