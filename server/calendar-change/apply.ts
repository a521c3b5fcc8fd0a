import type { CalendarChange } from '#contract/calendar/change.ts'
import type { Week } from '#contract/calendar/hours.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { WeekdayPeriod } from '#server/calendar/rules/rules.ts'
import { replaceDoctorHours } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import * as store from './store.ts'

/** What a change concerned, for the audit trail; or the field and the reason of a refusal. Nothing is written before a refusal. */
export type Applied = { target: string } | { field: string; reason: string }

type Change<Kind extends CalendarChange['kind']> = Extract<CalendarChange, { kind: Kind }>
type Apply<Kind extends CalendarChange['kind']> = (tx: Db, change: Change<Kind>, deps: ApplyDeps) => Promise<Applied>

export type ApplyDeps = {
  /** The clinic's. */
  today: IsoDate
  /** The doctor feature's: removes the doctor with this email. */
  removeDoctor: (tx: Db, email: string) => Promise<unknown>
}

/** Applies a change of the rules in a transaction that holds their lock. */
export function applyChange(tx: Db, change: CalendarChange, deps: ApplyDeps): Promise<Applied> {
  // Each kind has the function of its own type.
  const apply = changes[change.kind] as Apply<CalendarChange['kind']>
  return apply(tx, change, deps)
}

const unknown = (field: string, what: string): Applied => ({ field, reason: `There is no such ${what}` })
const nameTaken = (field: string, what: string): Applied => ({
  field,
  reason: `There is already a ${what} of this name`,
})

const changes: { [Kind in CalendarChange['kind']]: Apply<Kind> } = {
  'set-hours': async (tx, { week }) => {
    await store.replaceHours(tx, flatten(week))
    return { target: 'opening hours' }
  },
  'set-day': async (tx, { day }, { today }) => {
    if (day.date < today) return dayPassed('day.date')
    await store.replaceDay(tx, day)
    return { target: formatMediumDate(day.date) }
  },
  'clear-day': async (tx, { date }, { today }) => {
    if (date < today) return dayPassed('date')
    const cleared = await store.deleteDay(tx, date)
    return cleared ? { target: formatMediumDate(date) } : { field: 'date', reason: 'This day has its usual hours' }
  },
  'set-policy': async (tx, { policy }) => {
    await store.updatePolicy(tx, policy)
    return { target: 'booking rules' }
  },
  'add-treatment': async (tx, { treatment: fields }) => {
    if (await store.hasTreatmentNamed(tx, fields.name)) return nameTaken('treatment.name', 'treatment')
    await store.insertTreatment(tx, fields)
    return { target: fields.name }
  },
  'change-treatment': async (tx, { treatmentId, treatment: fields }) => {
    if (!(await store.nameOfTreatment(tx, treatmentId))) return unknown('treatmentId', 'treatment')
    if (await store.hasTreatmentNamed(tx, fields.name, treatmentId)) return nameTaken('treatment.name', 'treatment')
    await store.updateTreatment(tx, treatmentId, fields)
    return { target: fields.name }
  },
  'order-treatments': async (tx, { treatmentIds }) =>
    (await store.orderTreatments(tx, treatmentIds))
      ? { target: 'treatments' }
      : { field: 'treatmentIds', reason: 'The list of treatments has changed; look at it again' },
  'retire-treatment': async (tx, { treatmentId }) => retire(tx, 'treatment', treatmentId, true),
  'restore-treatment': async (tx, { treatmentId }) => retire(tx, 'treatment', treatmentId, false),
  'change-doctor': async (tx, { doctorId, doctor: fields }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    if (!(await store.areTreatments(tx, fields.treatmentIds))) return unknown('doctor.treatmentIds', 'treatment')
    await store.updateDoctor(tx, doctorId, fields)
    await replaceDoctorHours(tx, doctorId, flatten(fields.week ?? []))
    return { target: email }
  },
  'remove-doctor': async (tx, { doctorId }, { removeDoctor }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    await removeDoctor(tx, email)
    return { target: email }
  },
  'add-absence': async (tx, { doctorId, absence }, { today }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    if (absence.lastDay < today) return dayPassed('absence.lastDay')
    await store.insertAbsence(tx, doctorId, absence)
    return { target: email }
  },
  'remove-absence': async (tx, { absenceId }) => {
    const doctorId = await store.deleteAbsence(tx, absenceId)
    const email = doctorId && (await store.emailOfDoctor(tx, doctorId))
    return email ? { target: email } : unknown('absenceId', 'absence')
  },
  'add-chair': async (tx, { name }) => {
    if (await store.hasChairNamed(tx, name)) return nameTaken('name', 'chair')
    await store.insertChair(tx, name)
    return { target: name }
  },
  'rename-chair': async (tx, { chairId, name }) => {
    if (!(await store.nameOfChair(tx, chairId))) return unknown('chairId', 'chair')
    if (await store.hasChairNamed(tx, name, chairId)) return nameTaken('name', 'chair')
    await store.renameChair(tx, chairId, name)
    return { target: name }
  },
  'retire-chair': async (tx, { chairId }) => retire(tx, 'chair', chairId, true),
  'restore-chair': async (tx, { chairId }) => {
    const name = await store.nameOfChair(tx, chairId)
    if (name && (await store.hasChairNamed(tx, name, chairId))) return nameTaken('chairId', 'chair')
    return retire(tx, 'chair', chairId, false)
  },
}

async function retire(tx: Db, what: 'treatment' | 'chair', id: string, retired: boolean): Promise<Applied> {
  const name = await store.setRetired(tx, what, id, retired)
  if (name) return { target: name }
  return { field: `${what}Id`, reason: `There is no such ${what}, or it is ${retired ? 'retired' : 'in use'} already` }
}

function dayPassed(field: string): Applied {
  return { field, reason: 'This day has passed; choose a later one' }
}

function flatten(week: Week): WeekdayPeriod[] {
  return week.flatMap(({ weekday, periods }) => periods.map((period) => ({ weekday, ...period })))
}
