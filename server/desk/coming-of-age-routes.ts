import { attentionCalls } from '#contract/calls/attention.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import { listComingOfAge } from '#server/patient/tie/coming-of-age-store.ts'

type Deps = { db: Db; calendar: Calendar; identity: Identity; audit: Audit }

/** Registers the route by which staff read who comes of age. */
export function comingOfAgeRoutes(app: App, { db, calendar, identity, audit }: Deps) {
  route(app, identity, attentionCalls.listComingOfAge, async (request) => {
    const found = await listComingOfAge(db, await calendar.today())
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await audit.recordRead(request, 'list-patients', 'those who come of age', ids)
    return found.map(({ id: _id, ...row }) => ({ _id, ...row }))
  })
}
