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

// What each page needs in two files, the libraries apart, since they change less often than we do; what each page behind the login needs
// in another. Dozens of small ones pack worse, and each brings its headers.
const codeSplitting = {
  groups: [
    { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler|zod)\//, priority: 3 },
    { name: 'app', test: /entry\.client\.tsx|web\/root\.tsx/, priority: 2 },
    { name: 'members', test: /web\/pages\/MembersLayout\.tsx/, priority: 1 },
  ],
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  // Loaded file by file, the thousands of icons and locales would take longer than a page may take to be made.
  ssr: { noExternal: ['lucide-react', '@daypicker/react', 'react-day-picker', 'date-fns', '@date-fns/tz'] },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: { [`^/(${apiPaths.join('|')})([/?]|$)`]: { target: api, changeOrigin: false } },
  },
})
