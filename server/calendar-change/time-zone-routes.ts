import { clinicCalls } from '#contract/calls/clinic.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Announcing } from '#server/booking/announce-change.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf, type Refusals } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { changeTimeZone, type ZoneRefusal } from './change-time-zone.ts'

type Deps = Announcing & { db: Db; identity: Identity; audit: Audit }

const nothing = 'Nothing was changed.'
const refusals: Refusals<ZoneRefusal> = {
  'changed-meanwhile': {
    status: 409,
    sentence: `Somebody else has changed the clinic’s data meanwhile. ${nothing} Reload the page to see it.`,
  },
  gap: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `The clock of this time zone skips the time of an appointment: ${names}. ${nothing}`,
  },
  past: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `In this time zone an appointment would have begun already: ${names}. ${nothing}`,
  },
  midnight: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `In this time zone an appointment would go on past midnight: ${names}. ${nothing}`,
  },
  overlap: {
    status: 409,
    field: 'timeZone',
    sentence: ({ names }) => `In this time zone two appointments would conflict: ${names}. ${nothing}`,
  },
}

/** Registers the route by which admins change the clinic's time zone, with the appointments ahead
 *  (docs/decisions/0076). */
export function timeZoneRoute(app: App, { db, identity, audit, calendar, notices }: Deps) {
  route(app, identity, clinicCalls.changeTimeZone, async (request) => {
    const { preview, ...change } = request.body
    const outcome = await changeTimeZone(db, change, { now: calendar.clock(), preview }, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(refusals, outcome)
    const { effect } = outcome
    if (preview) return effect
    calendar.invalidateAll()
    if (effect.emailed > 0) notices.soon()
    return effect
  })
}
