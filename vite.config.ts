import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createScriptName } from './scripts/build/chunks.ts'
import { isServedByVite } from './scripts/dev/served-by-vite.ts'

const apiPort = Number(process.env.API_PORT ?? 3001)

/** Which modules share one script, by the first rule that matches. A few large scripts compress better than dozens of
 *  small ones, and each request has its price; but a page should not load what only other pages need.
 *  web/app/budget.test.ts measures the outcome. What no rule names goes into the script of the one page that needs it,
 *  or into one that its pages share. */
const groups = [
  // Libraries that every page with the app needs. They stay in the browser's cache until one of them is updated.
  { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler|zod)\//, priority: 4 },
  // Our own code on every page with the app: the document, the session, the frame, and the field that most pages have.
  // Almost every page also loads code later, by Vite's helper. The entry starts the app, so it is not here:
  // web/app/head/late.ts runs shared scripts before it.
  {
    name: 'app',
    test: /vite\/preload-helper|lucide-react\/.*\/(phone|map-pin)\.|web\/(app\/Site|unsent|session\/unfinished|ui\/(form\/(Field|OutboxHint)|feedback\/(use-focus-when|load-later)))\.tsx?/,
    priority: 3,
  },
  // Pages behind the login: server state by TanStack Query, and how these pages show waiting and failure.
  {
    name: 'members',
    test: /web\/pages\/(MembersLayout|dashboard\/MenuItem)\.tsx|web\/session\/use-person\.ts|web\/(money|periods)\.ts|web\/ui\/(feedback\/(LoadError|Bar|Done|EmptyCard)|appointment\/AppointmentTime|contact\/ClinicPhone|dialog\/Modal|change\/(Problem|ChangeButton))\.tsx?|@tanstack\/(?!.*InfiniteQuery\.|.*infiniteQueryObserver)/,
    priority: 2,
  },
  // Pages with a form, such as login and sign-up: react-hook-form comes along. Pages behind the login fetch it after
  // they are shown.
  { name: 'form', test: /web\/ui\/form\/(use-server-form|ServerForm|FormCard|PasswordField)\.tsx?/, priority: 1 },
  // The other modules that pages share. A module's imports have names of their own.
  { name: createScriptName(), includeDependenciesRecursively: false },
]

/** Scripts that every page with the app has loaded already. */
const isEverywhere = /\/(base|app|rolldown-runtime)-/

export default defineConfig({
  plugins: [tailwindcss(), react()],
  ...(process.env.VITE_CACHE_DIR && { cacheDir: process.env.VITE_CACHE_DIR }),
  build: {
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !isEverywhere.test(file)),
    },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // All pages are read for their libraries at the start: one that is found later would reload the page in the browser.
  optimizeDeps: { entries: ['web/{app,pages}/**/*.{ts,tsx}', '!web/**/*.test.{ts,tsx}'] },
  // Loaded file by file, the thousands of icons and locales would take longer than a page may take to be made.
  ssr: { noExternal: ['lucide-react', '@daypicker/react', 'react-day-picker', 'date-fns', '@date-fns/tz'] },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: {
      '^/': {
        target: `http://127.0.0.1:${apiPort}`,
        changeOrigin: false,
        bypass: ({ url = '/' }) => (isServedByVite(url) ? url : waitForApi()),
      },
    },
  },
})

/** Holds a request while the server starts or restarts, for 30 seconds at most. */
async function waitForApi(): Promise<undefined> {
  const deadline = Date.now() + 30_000
  while (!(await isListening(apiPort)) && Date.now() < deadline) await sleep(100)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
