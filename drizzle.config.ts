import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/schema/schema.ts',
    './server/database/schema/audit.ts',
    './server/database/schema/doctor.ts',
    './server/database/schema/payment.ts',
    './server/database/schema/sandbox.ts',
  ],
  out: './server/database/migrations',
})
