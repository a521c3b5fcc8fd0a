// npm run seed            adds the sample treatments to an empty database
// npm run seed -- busy    fills an empty database with a busy clinic, for screenshots, tests and measurements

import { firstClinic } from '#server/app/first-clinic.ts'
import { addSampleTreatments } from '#server/app/seed/sample-treatments.ts'
import { readConfig } from '#server/config/config.ts'
import { reportAndExit, StartError } from '#server/config/start-error.ts'
import { withDatabase } from '#server/database/migrate.ts'
import { addBusyClinic } from './busy-clinic.ts'
import { addBusyToday } from './busy-today.ts'

const isBusy = process.argv[2] === 'busy'
const config = readConfig()
if (config.production && !config.demo)
  reportAndExit(new StartError('NODE_ENV is "production": a clinic enters its own treatments, and nothing is invented'))
await withDatabase(async ({ db }) => {
  if (!isBusy) {
    const added = await addSampleTreatments(db)
    process.stdout.write(
      added > 0 ? `added ${added} sample treatments\n` : 'nothing to add: the clinic has treatments\n',
    )
    return
  }
  const now = new Date()
  await addBusyClinic(db, { clinic: { ...firstClinic(config), setupStep: null }, now })
  await addBusyToday(db, now)
})
