import { dayCalls } from '#contract/calls/day.ts'
import { maxNews, newsHours } from '#contract/desk/news.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import { countNews, listActs, listBooked } from './news-store.ts'

type Deps = { db: Db; identity: Identity; audit: Audit; calendar: Calendar }

const hourMs = 3_600_000

/** Registers the routes of what others did. */
export function newsRoutes(app: App, { db, identity, audit, calendar }: Deps) {
  const earliest = () => new Date(calendar.clock().getTime() - newsHours * hourMs)
  route(app, identity, dayCalls.listNews, async (request) => {
    const wanted = { since: earliest(), exceptUserId: identity.caller(request).userId, limit: maxNews }
    const [acts, booked] = await Promise.all([listActs(db, wanted), listBooked(db, wanted)])
    const all = [
      ...acts,
      ...booked.map((row) => ({
        ...{ action: 'book-appointment' as const, target: toAuditTarget(row), actor: row.patient, at: row.createdAt },
        personIds: [row.patientId],
      })),
    ]
    const latest = all.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, maxNews)
    const persons = [...new Set(latest.flatMap(({ personIds }) => personIds))]
    if (persons.length > 0) await audit.recordRead(request, 'read-day', 'what others did', persons)
    return latest.map(({ action, target, actor, at }) => ({ action, target, actor, at: at.toISOString() }))
  })
  route(app, identity, dayCalls.countNews, async (request) => {
    const asked = new Date(request.query.since ?? 0)
    const since = asked > earliest() ? asked : earliest()
    return { count: await countNews(db, { since, exceptUserId: identity.caller(request).userId }) }
  })
}
