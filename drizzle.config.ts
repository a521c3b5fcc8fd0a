import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/database/schema.ts', './server/database/audit-schema.ts', './server/database/doctor-schema.ts'],
  out: './server/database/migrations',
})
