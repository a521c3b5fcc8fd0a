import { eq } from 'drizzle-orm'
import type { DestinationStream } from 'pino'
import { account, session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { freePort } from '#testbed/free-port.ts'
import { openTestApp } from '../app.ts'
import { type Browser, openBrowser } from './browser.ts'

/** Opens the app with the Google sandbox, which is reachable after `listen`, and returns functions that sign in through
 *  it. */
export async function openGoogleTest(env: Record<string, string> = {}, logTo?: DestinationStream) {
  const port = await freePort()
  const server = await openTestApp({
    env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ...env },
    ...(logTo && { logTo }),
  })
  const { db } = server.database

  const begin = (browser: Browser, from = '/appointment', origin = server.origin) =>
    browser.visit(`${origin}/api/auth/sign-in/google`, { json: { from } })

  const reachChooser = async (browser: Browser, from?: string, origin?: string) => {
    const { url } = (await (await begin(browser, from, origin)).json()) as { url: string }
    return (await browser.follow(await browser.visit(url))).url
  }

  return {
    ...server,
    listen: () => server.app.listen({ port, host: '127.0.0.1' }),
    begin,
    /** Returns the URL of the account chooser. */
    reachChooser,
    /** Signs in with `form` at the account chooser. Returns the URL where the browser ends up. */
    signIn: async (form: Record<string, string>, browser = openBrowser(), from?: string, origin?: string) => {
      const response = await browser.visit(await reachChooser(browser, from, origin), { form })
      const { url } = await browser.follow(response)
      return { browser, url, path: url.slice(new URL(url).origin.length) }
    },
    usersByEmail: (email: string) => db.select().from(user).where(eq(user.email, email)),
    accountsOf: (userId: string | undefined) =>
      db
        .select()
        .from(account)
        .where(eq(account.userId, userId ?? '')),
    /** Numbers of users, sessions and accounts. */
    counts: async () => [await db.$count(user), await db.$count(session), await db.$count(account)],
  }
}
export type GoogleTest = Awaited<ReturnType<typeof openGoogleTest>>
