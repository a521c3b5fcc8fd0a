import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAuditFor, RecordRead } from '#server/audit/record.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { rosterOf } from '#server/calendar/roster.ts'
import { findOfferForStaff, listTimesForStaff, offerOutsideRules } from '#server/calendar/staff-offers.ts'
import { deskEventRoutes } from '#server/desk/events-routes.ts'
import { deskRoutes } from '#server/desk/routes.ts'
import type { App } from '#server/http/app-type.ts'
import type { AppDeps } from '../deps.ts'
import type { Features } from '../features.ts'

type Deps = {
  recordRead: RecordRead
  recordAuditFor: RecordAuditFor
  onChanged: (dates: IsoDate[]) => void
}

/** Registers the routes of the desk. */
export function addDeskRoutes(
  app: App,
  { config, database: { db }, clock }: AppDeps,
  { identity, calendar, dayEvents }: Features,
  deps: Deps,
) {
  const { timeZone } = config.clinic
  deskRoutes(app, {
    ...{ db, identity, clock, timeZone, ...deps },
    rules: staffRules(calendar, clock, timeZone),
    readRoster: async (date) => rosterOf(await calendar.rules(), date),
    listTimes: async (wish, busy) => {
      const times = listTimesForStaff(await calendar.rules(), wish, busy, clock())
      return times.map(({ slot, doctors }) => ({ slot, doctors: doctors.map(({ id: _id, name }) => ({ _id, name })) }))
    },
  })
  deskEventRoutes(app, { identity, dayEvents })
}

function staffRules(
  calendar: Calendar,
  clock: () => Date,
  timeZone: string,
): Parameters<typeof deskRoutes>[1]['rules'] {
  return {
    offer: async (wish) => findOfferForStaff(await calendar.rules(), wish, clock()),
    override: async (wish, length) => offerOutsideRules(await calendar.rules(), wish, clock(), length),
    forget: calendar.invalidateAll,
    today: () => clinicToday(clock(), timeZone),
  }
}
