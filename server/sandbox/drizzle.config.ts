import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/sandbox/*/schema.ts',
  out: './server/sandbox/migrations',
})
