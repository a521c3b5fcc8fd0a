import type { BlockFields } from '#contract/calendar/block.ts'
import type { CalendarChange } from '#contract/calendar/change.ts'
import type { Week } from '#contract/calendar/hours.ts'
import type { Money } from '#contract/kit/money.ts'
import type { Refused } from '#contract/kit/outcome.ts'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { WeekdayPeriod } from '#server/calendar/rules/rules.ts'
import { findHoursB, replaceDoctorHours } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { changePhotoIn, removeDoctorIn } from '#server/doctor/doctor.ts'
import { requestedCents } from '#server/http/amount.ts'
import * as store from './store.ts'

/** Why a change of the rules is not made. `field` is the one that it is about, `what` the thing that it names. */
export type ApplyRefusal =
  | Refused<'day-passed' | 'usual-hours' | 'other-treatments' | 'unknown-photo', { field: string }>
  | Refused<'unknown' | 'name-taken' | 'retired' | 'in-use', { field: string; what: What }>
type What = 'treatment' | 'doctor' | 'chair' | 'absence' | 'block'

/** What a change concerned, for the audit trail; or why it is not made. Nothing is written before a refusal. */
export type Applied = { ok: true; target: string } | ApplyRefusal

type Change<Kind extends CalendarChange['kind']> = Extract<CalendarChange, { kind: Kind }>
/** The clinic's day, and the currency of its prices. */
type Applying = { today: IsoDate; money: Pick<Money, 'currency'> }
type Apply<Kind extends CalendarChange['kind']> = (tx: Db, change: Change<Kind>, at: Applying) => Promise<Applied>

/** Applies a change of the rules in a transaction that holds their lock.
 *  @throws ProblemError 400 for a price that the currency does not have */
export function applyChange(tx: Db, change: CalendarChange, at: Applying): Promise<Applied> {
  // Each kind has the function of its own type.
  const apply = changes[change.kind] as Apply<CalendarChange['kind']>
  return apply(tx, change, at)
}

const priceField = 'change.treatment.price'

const unknown = (field: string, what: What): Applied => ({ ok: false, reason: 'unknown', field, what })
const nameTaken = (field: string, what: What): Applied => ({ ok: false, reason: 'name-taken', field, what })

const changes: { [Kind in CalendarChange['kind']]: Apply<Kind> } = {
  'set-hours': async (tx, { week }) => {
    await store.replaceHours(tx, flatten(week))
    return { ok: true, target: 'opening hours' }
  },
  'set-day': async (tx, { day: { lastDay, ...first } }, { today }) => {
    if (first.date < today) return dayPassed('day.date')
    const last = lastDay ?? first.date
    for (let { date } = first; date <= last; date = addDays(date, 1)) await store.replaceDay(tx, { ...first, date })
    const [from, to] = [first.date, last].map(formatMediumDate)
    return { ok: true, target: from === to ? `${from}` : `${from} to ${to}` }
  },
  'clear-day': async (tx, { date }, { today }) => {
    if (date < today) return dayPassed('date')
    const cleared = await store.deleteDay(tx, date)
    return cleared ? { ok: true, target: formatMediumDate(date) } : { ok: false, reason: 'usual-hours', field: 'date' }
  },
  'set-policy': async (tx, { policy }) => {
    await store.updatePolicy(tx, policy)
    return { ok: true, target: 'booking rules' }
  },
  'set-online-booking': async (tx, { open }) => {
    await store.setOnlineBooking(tx, open)
    return { ok: true, target: `online booking is ${open ? 'open' : 'closed'}` }
  },
  'add-treatment': async (tx, { treatment: { price, ...fields } }, { money }) => {
    const priceCents = requestedCents(price, money, priceField)
    if (await store.hasTreatmentNamed(tx, fields.name)) return nameTaken('treatment.name', 'treatment')
    await store.insertTreatment(tx, { ...fields, priceCents })
    return { ok: true, target: fields.name }
  },
  'change-treatment': async (tx, { treatmentId, treatment: { price, ...fields } }, { money }) => {
    const priceCents = requestedCents(price, money, priceField)
    if (!(await store.nameOfTreatment(tx, treatmentId))) return unknown('treatmentId', 'treatment')
    if (await store.hasTreatmentNamed(tx, fields.name, treatmentId)) return nameTaken('treatment.name', 'treatment')
    await store.updateTreatment(tx, treatmentId, { ...fields, priceCents })
    return { ok: true, target: fields.name }
  },
  'order-treatments': async (tx, { treatmentIds }) =>
    (await store.orderTreatments(tx, treatmentIds))
      ? { ok: true, target: 'treatments' }
      : { ok: false, reason: 'other-treatments', field: 'treatmentIds' },
  'retire-treatment': async (tx, { treatmentId }) => retire(tx, 'treatment', treatmentId, true),
  'restore-treatment': async (tx, { treatmentId }) => retire(tx, 'treatment', treatmentId, false),
  'change-doctor': async (tx, { doctorId, doctor: fields }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    if (!(await store.areTreatments(tx, fields.treatmentIds))) return unknown('doctor.treatmentIds', 'treatment')
    const { img } = fields
    if (img !== undefined && !(await changePhotoIn(tx, doctorId, img)))
      return { ok: false, reason: 'unknown-photo', field: 'doctor.img' }
    await store.updateDoctor(tx, doctorId, fields)
    const { week, weekB } = fields
    const hoursB = week && (weekB === undefined ? await findHoursB(tx, doctorId) : weekB && flatten(weekB))
    await replaceDoctorHours(tx, doctorId, flatten(week ?? []), hoursB ?? undefined)
    return { ok: true, target: email }
  },
  'remove-doctor': async (tx, { doctorId, lastDay }, { today }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    if (lastDay !== undefined && lastDay < today) return dayPassed('lastDay')
    if (lastDay === undefined) await removeDoctorIn(tx, email)
    else await store.setLastDay(tx, doctorId, lastDay)
    return { ok: true, target: lastDay === undefined ? email : `${email} after ${formatMediumDate(lastDay)}` }
  },
  'keep-doctor': async (tx, { doctorId }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    await store.setLastDay(tx, doctorId, null)
    return { ok: true, target: email }
  },
  'add-absence': async (tx, { doctorId, absence }, { today }) => {
    const email = await store.emailOfDoctor(tx, doctorId)
    if (!email) return unknown('doctorId', 'doctor')
    if (absence.lastDay < today) return dayPassed('absence.lastDay')
    await store.insertAbsence(tx, doctorId, absence)
    return { ok: true, target: email }
  },
  'remove-absence': async (tx, { absenceId }) => {
    const doctorId = await store.deleteAbsence(tx, absenceId)
    const email = doctorId && (await store.emailOfDoctor(tx, doctorId))
    return email ? { ok: true, target: email } : unknown('absenceId', 'absence')
  },
  'add-block': async (tx, { block }, { today }) => {
    const target = await targetOf(tx, block, today)
    if (target.ok) await store.insertBlock(tx, block)
    return target
  },
  'change-block': async (tx, { blockId, block }, { today }) => {
    const target = await targetOf(tx, block, today)
    if (!target.ok) return target
    return (await store.updateBlock(tx, blockId, block)) ? target : unknown('blockId', 'block')
  },
  'remove-block': async (tx, { blockId }) => {
    const removed = await store.deleteBlock(tx, blockId)
    return removed ? { ok: true, target: await nameOfBlocked(tx, removed) } : unknown('blockId', 'block')
  },
  'add-chair': async (tx, { name, treatmentIds = [] }) => {
    if (await store.hasChairNamed(tx, name)) return nameTaken('name', 'chair')
    if (!(await store.areTreatments(tx, treatmentIds))) return unknown('treatmentIds', 'treatment')
    await store.setChairTreatments(tx, await store.insertChair(tx, name), treatmentIds)
    return { ok: true, target: name }
  },
  'rename-chair': async (tx, { chairId, name, treatmentIds }) => {
    if (!(await store.nameOfChair(tx, chairId))) return unknown('chairId', 'chair')
    if (await store.hasChairNamed(tx, name, chairId)) return nameTaken('name', 'chair')
    if (treatmentIds && !(await store.areTreatments(tx, treatmentIds))) return unknown('treatmentIds', 'treatment')
    await store.renameChair(tx, chairId, name)
    if (treatmentIds) await store.setChairTreatments(tx, chairId, treatmentIds)
    return { ok: true, target: name }
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
  if (name) return { ok: true, target: name }
  return { ok: false, reason: retired ? 'retired' : 'in-use', field: `${what}Id`, what }
}

/** Returns what a block is of, or why there can be none. */
async function targetOf(tx: Db, block: BlockFields, today: IsoDate): Promise<Applied> {
  const { doctorId, chairId, lastDay, firstDay } = block
  if (lastDay !== undefined && lastDay < today) return dayPassed('block.lastDay')
  if (doctorId !== undefined && !(await store.emailOfDoctor(tx, doctorId))) return unknown('block.doctorId', 'doctor')
  if (chairId !== undefined && !(await store.nameOfChair(tx, chairId))) return unknown('block.chairId', 'chair')
  return { ok: true, target: `${await nameOfBlocked(tx, block)} from ${formatMediumDate(firstDay)}` }
}

async function nameOfBlocked(tx: Db, { doctorId, chairId }: Blocked): Promise<string> {
  if (doctorId) return (await store.emailOfDoctor(tx, doctorId)) ?? 'a doctor'
  return chairId ? ((await store.nameOfChair(tx, chairId)) ?? 'a chair') : 'everyone'
}
type Blocked = { doctorId?: string | null | undefined; chairId?: string | null | undefined }

function dayPassed(field: string): Applied {
  return { ok: false, reason: 'day-passed', field }
}

function flatten(week: Week): WeekdayPeriod[] {
  return week.flatMap(({ weekday, periods }) => periods.map((period) => ({ weekday, ...period })))
}
