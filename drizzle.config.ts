import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/schema.ts',
    './server/database/audit-schema.ts',
    './server/database/doctor-schema.ts',
    './server/database/payment-schema.ts',
    './server/database/sandbox-schema.ts',
  ],
  out: './server/database/migrations',
})
