import type { Clinic } from '#contract/site/clinic.ts'
import type { Config } from '#server/config/config.ts'
import type { App } from '#server/http/app-type.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { AppDeps } from './deps.ts'

/** The path of the sign-in callback, the folder of emails of a server without SMTP, and the clinic's name at the
 *  start. */
type SandboxPaths = { callbackPath: string; outboxFolder: string; siteName: string }

/** Opens a sandbox for each outside service without an account. Only this file imports `sandbox/`, and only by
 *  `import()`, so that unused sandboxes are neither loaded nor migrated (docs/decisions/0026). */
export async function openSandbox(deps: AppDeps, jobs: Jobs, paths: SandboxPaths) {
  const google = await openGoogle(deps, paths)
  const cards = await openCards(deps, jobs)
  const addOutbox = await openOutbox(deps, paths)
  return {
    /** The clinic's own accounts, or those at the sandboxes. */
    accounts: { google: google.account, cards: cards.account },
    stripe: cards.sandbox,
    addRoutes: async (app: App) => {
      await google.standIn?.addRoutes(app)
      await cards.sandbox?.routes(app)
      addOutbox?.(app)
    },
  }
}

/** Returns the configuration of card payments for the pages: the account's key, or the sandbox's key and script. */
export async function cardOnPages({ stripe }: Config): Promise<Clinic['card']> {
  if (stripe) return { publishableKey: stripe.publishableKey, script: null }
  return (await import('#sandbox/stripe/account.ts')).cardOnPages
}

/** Returns the migrations of the sandboxes' tables. */
export async function loadSandboxTables() {
  return (await import('#sandbox/tables.ts')).sandboxTables
}

async function openGoogle({ config, database, secret, log }: AppDeps, { callbackPath, siteName }: SandboxPaths) {
  const { google, publicUrl, origins } = config
  if (google) return { account: google, standIn: undefined }
  const { openGoogleSandbox } = await import('#sandbox/google/sandbox.ts')
  const standIn = await openGoogleSandbox({
    database,
    publicUrl,
    secret,
    origins,
    callbackPath,
    siteName,
    log,
  })
  return { account: standIn.account, standIn }
}

async function openCards({ config: { stripe, publicUrl }, database, secret, log }: AppDeps, jobs: Jobs) {
  if (stripe) return { account: stripe, sandbox: undefined }
  const { openStripeSandbox } = await import('#sandbox/stripe/sandbox.ts')
  const sandbox = await openStripeSandbox({ database, jobs, secret, log, publicUrl })
  return { account: sandbox.account, sandbox }
}

async function openOutbox({ config: { demo, smtpUrl, publicUrl } }: AppDeps, { outboxFolder: folder }: SandboxPaths) {
  // Whatever admins enter on a page: they can remove it again.
  if (!demo || smtpUrl) return undefined
  const { outboxRoutes } = await import('#sandbox/outbox/routes.ts')
  return (app: App) => outboxRoutes(app, { folder, publicUrl })
}
