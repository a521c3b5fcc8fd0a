import { dayCalls } from '#contract/calls/day.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { weekOf } from '#contract/kit/week.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { shareReads } from '#server/database/shared-read.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import { attentionOf, onlyDoctorOf, rosterWith, shownTo, toDay } from './day.ts'
import { countDays, type DeskRow, listDaysOf } from './store.ts'
import { chairBlocksOn, toWeekDoctors } from './week.ts'

type Deps = { db: Db; identity: Identity; audit: Audit; calendar: Calendar }

/** Registers the route of the desk's week. */
export function weekRoutes(app: App, { db, identity, audit, calendar }: Deps) {
  const readCounts = shareReads((period: [IsoDate, IsoDate], doctorId?: string) => countDays(db, period, doctorId))
  const readDays = shareReads((doctorId: string, period: [IsoDate, IsoDate]) => listDaysOf(db, doctorId, period))
  route(app, identity, dayCalls.readWeek, async (request) => {
    const { date, doctor } = request.query
    const caller = identity.caller(request)
    const doctorId = onlyDoctorOf(caller) ?? doctor
    const rules = await calendar.rules()
    const days = weekOf(date, rules.clinic.country)
    const [firstDay = date, lastDay = date] = [days[0], days[6]]
    const [counts, rows] = await Promise.all([
      readCounts([firstDay, lastDay], doctorId),
      doctorId === undefined ? [] : readDays(doctorId, [firstDay, lastDay]),
    ])
    const persons = [...new Set(rows.map(({ patientId }) => patientId))]
    await audit.recordRead(request, 'read-day', `the week of ${formatMediumDate(firstDay)}`, persons)
    const attention = (row: DeskRow) => attentionOf(rules, row, calendar.clock())
    const shown = { toGiveBack: [], attentionOf: attention, ...shownTo(caller) }
    const dayOf = (each: IsoDate) =>
      toDay(each, rosterWith(rules, each, doctorId), { ...shown, rows: rows.filter((row) => row.date === each) })
    return {
      firstDay: formatMediumDate(firstDay),
      doctors: toWeekDoctors(rules, days, counts, doctorId),
      chairBlocks: chairBlocksOn(rules, days),
      ...(doctorId !== undefined && { days: days.map(dayOf) }),
    }
  })
}
