import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './sandbox/*/schema.ts',
  out: './sandbox/migrations',
})
