import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`
const apiPaths = [
  'api',
  'sandbox',
  'user',
  'admin',
  'audit',
  'service',
  'available',
  'booking',
  'doctor',
  'image',
  'create-payment-intent',
  'webhook',
  'healthz',
  'readyz',
  'openapi\\.json',
  'reference',
  'fonts',
  'robots\\.txt',
  'sitemap\\.xml',
  'manifest\\.webmanifest',
]

// Few files compress better than dozens, and each costs a request. Without these groups every shared module becomes a file of its own.
// A module goes to the first group by priority that names it or what imports it.
const groups = [
  // The libraries of every page with the app. It changes only with a dependency, so browsers keep it across deployments.
  { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler|zod)\//, priority: 4 },
  // The frame around every page, the session, and requests.
  {
    name: 'app',
    test: /entry\.client\.tsx|web\/(app\/(root|meta)|ui\/(form\/Field|feedback\/use-focus-when))\.tsx?/,
    priority: 3,
  },
  // What all pages behind the login need: the query cache, messages, and states of loading. An infinite list is on one page only.
  {
    name: 'members',
    test: /web\/pages\/MembersLayout\.tsx|web\/ui\/feedback\/(LoadError|Bar|Done|EmptyCard)\.tsx?|@tanstack\/(?!.*InfiniteQuery\.|.*infiniteQueryObserver)/,
    priority: 2,
  },
  // Forms with their library. Pages behind the login fetch it after they are shown.
  { name: 'form', test: /web\/ui\/form\/(use-server-form|ServerForm|FormCard|PasswordField)\.tsx?/, priority: 1 },
  // The side menu.
  { name: 'dashboard', test: /web\/pages\/dashboard\/DashboardLayout\.tsx/ },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // Loaded file by file, the thousands of icons and locales would take longer than a page may take to be made.
  ssr: { noExternal: ['lucide-react', '@daypicker/react', 'react-day-picker', 'date-fns', '@date-fns/tz'] },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: { [`^/(${apiPaths.join('|')})([/?]|$)`]: { target: api, changeOrigin: false } },
  },
})
