import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`
const apiPaths = [
  'api',
  'sandbox',
  'user',
  'admin',
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
  'robots\\.txt',
  'sitemap\\.xml',
  'manifest\\.webmanifest',
]

const base = { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler|zod)\// }

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // What every page with the app needs, in one file: it packs better so, and stays in browsers' caches until a library changes.
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [base] } } } } } },
  // Loaded file by file, the thousands of icons and locales would take longer than a page may take to be made.
  ssr: { noExternal: ['lucide-react', '@daypicker/react', 'react-day-picker', 'date-fns', '@date-fns/tz'] },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: { [`^/(${apiPaths.join('|')})([/?]|$)`]: { target: api, changeOrigin: false } },
  },
})
