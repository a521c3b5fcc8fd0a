import type { ClinicData } from '#contract/clinic.ts'
import { addFirstRules } from '#server/calendar/first-rules.ts'
import { firstServices, sampleReviews } from '#server/clinic/first-texts.ts'
import { readClinic } from '#server/clinic/store.ts'
import type { Config } from '#server/config/config.ts'
import { keptWarnings, sampleWarnings } from '#server/start/warnings.ts'
import type { AppDeps } from './deps.ts'

/** Adds the clinic's first data and rules, from the settings, unless the database has some. Returns the clinic, and
 *  warns of settings that say otherwise and, unless it is a demo, of sample data (docs/decisions/0075). */
export async function keepClinic({
  config,
  database: { db },
  log,
}: Pick<AppDeps, 'config' | 'database' | 'log'>): Promise<ClinicData> {
  const hours = config.demo || config.hasHours ? config.clinic.hours : []
  // Without demo mode an admin opens online booking once the clinic is set up.
  await addFirstRules(db, { clinic: firstClinic(config), hours, ...config.booking, onlineBooking: config.demo })
  const clinic = await readClinic(db)
  const samples = config.demo || clinic.setupStep !== null ? [] : sampleWarnings(clinic)
  for (const line of [...keptWarnings(config.clinicSettings, clinic), ...samples]) log.warn(line)
  return clinic
}

/** Returns the data of a clinic that starts with these settings. Without demo mode nothing is invented: what no setting
 *  says is empty until admins enter it, and there are no reviews. */
export function firstClinic({
  clinic: { hours: _, ...fields },
  clinicSettings,
  demo,
}: Pick<Config, 'clinic' | 'clinicSettings' | 'demo'>): ClinicData {
  const empty = { name: 'Dental clinic', address: '', phone: '', email: '' }
  return {
    ...fields,
    ...(!demo && { ...empty, ...clinicSettings }),
    services: firstServices.map((card) => ({ ...card, picture: null })),
    reviews: demo ? sampleReviews.map((each) => ({ ...each, picture: null })) : [],
    pictures: { hero: null, team: null, map: null },
    ...{ coordinates: '', imprint: '', taxId: '', adultAge: 18, logo: null, textCountries: [], maxTextsPerDay: 500 },
    setupStep: demo ? null : 'clinic',
    version: 1,
  }
}
