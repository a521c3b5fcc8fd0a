import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/setup/paths.mjs'
import { openPart, type Part } from './part.ts'
import type { State } from './state.ts'

/** An instance of the server. */
export type App = Part & { url: string; isReady: () => Promise<boolean> }

/** Returns the instances of the server, as in production except that they listen on loopback and use sandboxes. */
export function openApps(state: State): App[] {
  return state.ports.apps.map((port, index) => openApp(state, `app-${index + 1}`, port))
}

/** Returns the address at which visitors reach the site. */
export const siteUrlOf = ({ ports }: State): string => `http://localhost:${ports.site}`

/** Returns the address of the clinic's database: of the primary, or of the node that listens on `port`. */
export const databaseUrlOf = ({ ports, secrets }: State, port = ports.primary): string =>
  `postgres://clinic:${secrets.clinic}@127.0.0.1:${port}/clinic`

function openApp(state: State, name: string, port: number): App {
  const url = `http://127.0.0.1:${port}`
  const part = openPart(state, name, () => {
    const folder = join(state.folder, name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return {
      command: [process.execPath, '--disable-warning=ExperimentalWarning', join(root, 'build/server/serve.js')],
      env: { ...settingsOf(state), PORT: String(port), DATA_DIR: folder, ...state.appEnv },
      cwd: root,
    }
  })
  const isReady = async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })).ok
  return { ...part, url, isReady }
}

function settingsOf(state: State) {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: siteUrlOf(state),
    DATABASE_URL: databaseUrlOf(state),
    DATABASE_STANDBY_URL: databaseUrlOf(state, state.ports.standby),
    AUTH_SECRET: state.secrets.auth,
    // HAProxy replaces X-Forwarded-For.
    TRUST_PROXY: '1',
    SANDBOX: 'stripe,google',
    // The demo admin, with whom anyone can look around.
    DEMO: 'yes-in-production',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
  }
}
