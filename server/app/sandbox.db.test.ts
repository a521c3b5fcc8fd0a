import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
let server: Server | undefined
afterEach(() => server?.stop())

// Logs each module of the sandbox that the process loads.
const folder = pathToFileURL(join(process.cwd(), 'sandbox/')).href
const hook = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const [, part] = url.split(${JSON.stringify(folder)})
    if (part) process.stderr.write('loads sandbox/' + part + '\\n')
    return next(url, context)
  },
})`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'a secret' }
const smtp = { SMTP_URL: 'smtp://127.0.0.1:1' }

it('a server with all accounts loads and migrates no sandbox', async () => {
  server = await start({ ...stripe, ...google, ...smtp })
  expect(await statusOf(server, 'google/.well-known/openid-configuration', 'stripe/stripe.js', 'outbox')).toEqual([
    404, 404, 404,
  ])
  await server.kill('SIGTERM')
  expect(partsLoaded(server)).toEqual([])
  expect(await schemasOf(server)).toEqual(['drizzle', 'pgboss', 'public'])
})

it('a server that lacks only a Stripe account loads and migrates only the Stripe sandbox', async () => {
  server = await start({ ...google, ...smtp })
  expect(await statusOf(server, 'google/.well-known/openid-configuration', 'stripe/stripe.js', 'outbox')).toEqual([
    404, 200, 404,
  ])
  await server.kill('SIGTERM')
  expect(partsLoaded(server)).toEqual(['schema.ts', 'stripe', 'tables.ts'])
  expect(await schemasOf(server)).toEqual(['drizzle', 'pgboss', 'public', 'sandbox'])
})

it('a server that lacks only Google credentials loads only the Google sandbox, and makes its tables', async () => {
  server = await start({ ...stripe, ...smtp })
  expect(await statusOf(server, 'google/.well-known/openid-configuration', 'stripe/stripe.js', 'outbox')).toEqual([
    200, 404, 404,
  ])
  const begun = await fetch(`${server.url}/api/auth/sign-in/google`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '/appointment' }),
  })
  const { url } = (await begun.json()) as { url: string }
  expect((await fetch(url)).url).toContain('/sandbox/google/account/')
  await server.kill('SIGTERM')
  expect(partsLoaded(server)).toEqual(['google', 'schema.ts', 'tables.ts'])
  expect(await schemasOf(server)).toEqual(['drizzle', 'pgboss', 'public', 'sandbox'])
})

function start(accounts: Record<string, string>) {
  const databaseServer = engine.kind === 'postgres' ? engine.url : undefined
  // A prepared PostgreSQL has the sandbox's tables already.
  const emptyFolder = databaseServer !== undefined
  return startServer({ fromSource: true, databaseServer, emptyFolder, env: { DEMO: 'on', NODE_OPTIONS, ...accounts } })
}

function statusOf({ url }: Server, ...paths: string[]) {
  return Promise.all(paths.map(async (path) => (await fetch(`${url}/sandbox/${path}`)).status))
}

function partsLoaded({ log }: Server) {
  const parts = [...log().matchAll(/^loads sandbox\/([^/\n]+)/gm)].map(([, part]) => part)
  return [...new Set(parts)].sort()
}

async function schemasOf({ databaseUrl, dataDir }: Server) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  try {
    const schemas = db
      .select({ name: sql<string>`nspname` })
      .from(sql`pg_namespace`)
      .where(sql`nspname !~ '^pg_' AND nspname <> 'information_schema'`)
      .orderBy(sql`nspname`)
    return (await schemas).map(({ name }) => name)
  } finally {
    await close()
  }
}
