import { defineConfig } from 'vitest/config'
import { hasPostgres } from './testbed/postgres.ts'
import { isQuick, leftOut, quickOnPglite } from './testbed/quick-tests.ts'

const folders = '{contract,lab,sandbox,server,scripts,web}'
// What the server writes into the pages, for the rules that need it.
const VITE_CLINIC = JSON.stringify({
  name: 'Clinic',
  timeZone: 'America/New_York',
  email: 'a@clinic.example',
  phone: '1',
  address: 'Street 1',
  country: 'US',
  language: 'en-US',
  currency: 'USD',
  services: [],
  reviews: [],
  hours: ['Mo-Su 08:00-17:00'],
  hoursInWords: 'Every day, 8.00 AM to 5.00 PM',
  horizonDays: 365,
  freeCancelHours: 24,
  graceMinutes: 30,
  publicUrl: 'https://clinic.example',
  phoneLink: 'tel:1',
  phoneRule: { minDigits: 10, example: '212 555 0142' },
  emailLink: 'mailto:a@clinic.example',
  mapLink: 'https://map.example',
  card: { publishableKey: 'pk_test_1', script: null },
  privacy: { services: '', unconfirmed: '', emails: '', audit: '' },
  sends: { email: true, texts: true },
  demo: null,
})
// The engine is in the name: on both, or on PostgreSQL alone if this machine has one. The latter are calls, whose SQL
// is the stores', and what a crash leaves, which server/app/whole/fault/ tests on the embedded database as a whole. All
// journeys run on the embedded database.
const onBothEngines = `${folders}/**/*.engine.test.ts`
const onOneEngine = `${folders}/**/*.db.test.ts`
const onPglite = isQuick && hasPostgres() ? quickOnPglite : [onBothEngines]
const exclude = ['**/node_modules/**', ...(isQuick ? leftOut : [])]

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: './testbed/property-tests.ts',
    // Most tests wait for a database or for a server of their own most of the time: two at a time leave a third of two
    // cores idle.
    maxWorkers: 4,
    // The code keeps no state in modules that its tests would share. Loading the modules again for each file took half
    // of the time.
    isolate: false,
    // What another connection or server does next takes over a second on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [...exclude, onBothEngines, onOneEngine],
          env: { VITE_CLINIC },
          // Long enough for a property test on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: hasPostgres() ? onPglite : [onBothEngines, onOneEngine],
          exclude,
          provide: { engine: { kind: 'pglite' } },
          ...slowTests(),
        },
      },
      ...(hasPostgres()
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: [onBothEngines, onOneEngine],
                exclude,
                globalSetup: './scripts/vitest-postgres.ts',
                ...slowTests(),
              },
            },
          ]
        : []),
    ],
  },
})

/** Tests that start databases and servers: seconds, and many on a busy machine. */
function slowTests() {
  return {
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }
}
