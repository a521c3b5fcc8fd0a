import type { FastifyReply } from 'fastify'
import { treatmentCalls } from '#contract/calls/treatment.ts'
import { toDollars } from '#contract/kit/money.ts'
import type { App } from '#server/http/app-type.ts'
import { etagOf, isUnchanged } from '#server/http/etag.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { publicRoute } from '#server/http/route.ts'
import type { Photos } from '#server/photo/open-photos.ts'
import type { Calendar } from './calendar.ts'
import { overviewOfMonth } from './public/month.ts'
import { nextFreeTimes } from './public/next-free.ts'
import { toOffer } from './public/offer.ts'
import { soonTimes } from './public/soon.ts'
import { weeklySlots } from './rules/plan.ts'
import type { Rules } from './rules/rules.ts'

type Deps = {
  calendar: Calendar
  photos: Photos
}

/** Registers the public routes that list the treatments, their free slots on a day, the doctors who are free then, and
 *  what the coming days offer. */
export function calendarRoutes(app: App, deps: Deps) {
  serviceRoute(app, deps)
  availableRoute(app, deps)
  availableDoctorsRoute(app, deps)
  monthRoute(app, deps)
  nextRoute(app, deps)
  soonRoute(app, deps)
  offerRoute(app, deps)
}

function serviceRoute(app: App, { calendar }: Deps) {
  publicRoute(app, treatmentCalls.listTreatments, async (request, reply) => {
    const { page, limit } = request.query
    const rules = await calendar.rules()
    markFreshness(reply, calendar)
    if (page * limit < rules.treatments.length) linkNextPage(request, reply, { page, limit })
    const slots = weeklySlots(rules)
    return rules.treatments.slice((page - 1) * limit, page * limit).map((one) => ({
      _id: one.id,
      name: one.name,
      slots: slots.get(one.id) ?? [],
      price: toDollars(one.priceCents),
      ...(one.category && { category: one.category }),
    }))
  })
}

function availableRoute(app: App, { calendar }: Deps) {
  publicRoute(app, treatmentCalls.listAvailable, async ({ query }, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8')
    const text = await calendar.available(query.date, query.doctor)
    markFreshness(reply, calendar)
    // JSON of the contract's type, sent without serialization.
    return text as never
  })
}

function monthRoute(app: App, { calendar }: Deps) {
  publicRoute(app, treatmentCalls.listDaysOfMonth, async ({ query }, reply) => {
    const overview = await overviewOfMonth(calendar, query.month, query)
    markFreshness(reply, calendar)
    return overview
  })
}

function nextRoute(app: App, { calendar }: Deps) {
  publicRoute(app, treatmentCalls.listNextAvailable, async ({ query }, reply) => {
    const times = await nextFreeTimes(calendar, query.date, query)
    markFreshness(reply, calendar)
    return times
  })
}

function soonRoute(app: App, { calendar }: Deps) {
  publicRoute(app, treatmentCalls.listSoonAvailable, async ({ query }, reply) => {
    const times = await soonTimes(calendar, query)
    markFreshness(reply, calendar)
    return times
  })
}

function offerRoute(app: App, { calendar, photos }: Deps) {
  const offerOf = rememberOffer(photos)
  publicRoute(app, treatmentCalls.readOffer, async (request, reply) => {
    const { text, etag } = offerOf(await calendar.rules())
    markFreshness(reply, calendar).header('etag', etag)
    if (isUnchanged(request, etag)) return reply.code(304).send()
    reply.header('content-type', 'application/json; charset=utf-8')
    // JSON of the contract's type, sent without serialization.
    return text as never
  })
}

/** Returns a function that makes the answer once for the same rules. */
function rememberOffer(photos: Photos) {
  let last: { rules: Rules; text: string; etag: string } | undefined
  return (rules: Rules) => {
    if (last?.rules !== rules) {
      const text = JSON.stringify(
        toOffer(rules, (stored) => (stored.startsWith('/') ? photos.toPublicUrl(stored) : '')),
      )
      last = { rules, text, etag: etagOf(text) }
    }
    return last
  }
}

function availableDoctorsRoute(app: App, { calendar, photos }: Deps) {
  publicRoute(app, treatmentCalls.listAvailableDoctors, async ({ query }, reply) => {
    const doctors = await calendar.availableDoctors(query.date, query.treatment)
    markFreshness(reply, calendar)
    return doctors.map((doctor) => ({ ...doctor, img: photos.toPublicUrl(doctor.img) }))
  })
}

// Age: RFC 9111, 5.1.
function markFreshness(reply: FastifyReply, { age }: Calendar): FastifyReply {
  const seconds = age()
  if (seconds !== undefined) reply.header('age', seconds)
  return reply.header('cache-control', 'no-cache')
}
