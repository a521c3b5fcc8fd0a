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

// In a few files what would be dozens, which pack worse and each bring their headers: the libraries of every page with the app, which stay
// in browsers' caches until one of them changes, the rest of what each needs, that of each page behind the login, and that of each form.
const groups = [
  { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler|zod)\//, priority: 4 },
  {
    name: 'app',
    test: /entry\.client\.tsx|web\/(app\/(root|page-title|public-page)|ui\/form\/Field)\.tsx?/,
    priority: 3,
  },
  {
    name: 'members',
    test: /web\/pages\/MembersLayout\.tsx|web\/ui\/feedback\/(LoadError|use-focus-when|Bar|Done|EmptyCard)\.tsx?|@tanstack\//,
    priority: 2,
  },
  {
    name: 'form',
    test: /web\/ui\/form\/(use-server-form|ServerForm|FormCard|PasswordField|OutboxHint)\.tsx?/,
    priority: 1,
  },
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
