import { clinicCalls } from '#contract/calls/clinic.ts'
import { findLastBackup } from '#server/backup/store.ts'
import { readRules } from '#server/calendar/store.ts'
import type { Config } from '#server/config/config.ts'
import { exposedBy } from '#server/config/unsafe.ts'
import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import type { Accounts } from '#server/outside-service/accounts.ts'
import { listServices } from '#server/outside-service/list.ts'
import type { OutsideServices } from '#server/outside-service/services.ts'
import { findMailTried } from '#server/outside-service/store.ts'
import { listInvitations, listMembers } from '#server/staff/store.ts'
import { keptWarnings, sampleWarnings } from '#server/start/warnings.ts'
import { addressOf } from '../preflight/machine.ts'
import { sampleParts } from '../preflight/samples.ts'
import type { Facts } from './facts.ts'
import { readyRows } from './rows.ts'
import { hasPatients } from './store.ts'

type Deps = {
  config: Config
  database: Database
  clock: () => Date
  identity: Identity
  outside: OutsideServices
  startedWith: Accounts['stripe']
}

/** Registers the route that says what a clinic needs before it opens. */
export function readyRoute(app: App, deps: Deps) {
  route(app, deps.identity, clinicCalls.readReady, async () => readyRows(await readFacts(deps)))
}

async function readFacts({ config, database, clock, outside, startedWith: started }: Deps): Promise<Facts> {
  const { db, executeSql: query } = database
  const { publicUrl, demo, clinicSettings } = config
  const rules = await readRules(db)
  const { clinic } = rules
  return {
    ...{ clinic, rules, demo, publicUrl, now: clock() },
    samples: [...sampleWarnings(clinic), ...(await sampleParts({ query }))],
    zoneWarnings: keptWarnings(clinicSettings, { timeZone: clinic.timeZone }),
    services: await listServices({ ...outside, db, started }),
    mailTriedAt: await findMailTried(db),
    members: await listMembers(db),
    invitations: (await listInvitations(db)).length,
    hasPatients: await hasPatients(db),
    lastBackup: await findLastBackup(db),
    address: exposedBy(config) ? addressOf(config)[0] : undefined,
  }
}
