import { toCents, toDollars } from '#contract/kit/money.ts'
import type { ReportPart, ReportRow } from '#contract/report/report.ts'
import type { Offered } from './offer.ts'
import type { Sum } from './store.ts'
import { ageNames, noticeNames } from './words.ts'

/** Of the period, and of the one before. */
export type Both<T> = { now: T; before: T }
/** Amounts by their keys. */
export type Amounts = ReadonlyMap<string, number>

/** Returns the amounts of a figure by their keys. */
export function amountsOf(sums: readonly Sum[], part: Sum['part'], figure: string): Both<Amounts> {
  const found = sums.filter((sum) => sum.part === part && sum.figure === figure)
  const of = (isNow: boolean) =>
    new Map(found.filter((sum) => sum.isNow === isNow).map(({ key, amount }) => [key, amount]))
  return { now: of(true), before: of(false) }
}

/** Returns what all keys have together. */
export function totalOf({ now, before }: Both<Amounts>): Both<number> {
  return { now: sum(now), before: sum(before) }
}

/** Converts amounts from cents. */
export function inDollars({ now, before }: Both<Amounts>): Both<Amounts> {
  const convert = (amounts: Amounts) => new Map([...amounts].map(([key, cents]) => [key, toDollars(cents)]))
  return { now: convert(now), before: convert(before) }
}

/** Returns a row for each key that has an amount, the largest first. */
export function byAmount(amounts: Both<Amounts>, nameOf: (key: string) => string): ReportPart {
  const keys = [...new Set([...amounts.now.keys(), ...amounts.before.keys()])]
  const rows = keys.map((key) => rowOf(key, nameOf(key), amounts))
  rows.sort((a, b) => b.now - a.now || b.before - a.before || a.name.localeCompare(b.name, 'en'))
  return { ...totalOf(amounts), rows }
}

/** Returns a row for each name, in their order, also without an amount. */
export function inOrder(amounts: Both<Amounts>, names: Readonly<Record<string, string>>): ReportPart {
  return { ...totalOf(amounts), rows: Object.entries(names).map(([key, name]) => rowOf(key, name, amounts)) }
}

/** Returns the used minutes of the offered ones, for each dentist. */
export function hoursOf(
  used: Both<Amounts>,
  { now, before }: Both<Offered>,
  nameOf: (key: string) => string,
): ReportPart {
  const { rows } = byAmount(used, nameOf)
  const known = new Set(rows.map(({ key }) => key))
  const idle = [...now.byDentist.keys()].filter((key) => !known.has(key)).map((key) => rowOf(key, nameOf(key), used))
  return {
    ...totalOf(used),
    ...{ of: sum(now.byDentist), ofBefore: sum(before.byDentist) },
    rows: [...rows, ...idle].map((row) => ({
      ...row,
      ...{ of: now.byDentist.get(row.key) ?? 0, ofBefore: before.byDentist.get(row.key) ?? 0 },
    })),
  }
}

/** Returns the appointments that did not take place: those without the patient, and cancelled ones by their notice. */
export function missedOf(noShows: Both<Amounts>, cancelled: Both<Amounts>): ReportPart {
  const { now, before } = totalOf(noShows)
  const notices = inOrder(cancelled, noticeNames)
  const rows = [{ key: 'no-show', name: 'Did not come', now, before }, ...notices.rows]
  return { now: now + notices.now, before: before + notices.before, rows }
}

/** Divides appointments into the first ones of new patients and all others. */
export function patientsOf(appointments: Both<number>, first: Both<number>): ReportPart {
  const returning = { now: appointments.now - first.now, before: appointments.before - first.before }
  const rows = [
    { key: 'new', name: 'A patient’s first', ...first },
    { key: 'returning', name: 'Of returning patients', ...returning },
  ]
  return { ...appointments, rows }
}

/** Returns what is owed by age, each with the number of appointments. `total`: for those of the periods. */
export function owedOf(sums: readonly Sum[], total: Both<number>): ReportPart {
  const owed = inDollars(amountsOf(sums, 'owed', 'owed'))
  const owing = amountsOf(sums, 'owed', 'owing').now
  const { rows } = inOrder(owed, ageNames)
  return { ...total, rows: rows.map((row) => ({ ...row, of: owing.get(row.key) ?? 0 })) }
}

/** Returns the used minutes of the offered ones for each hour of each weekday that has any. */
export function emptyOf(used: Both<Amounts>, { now, before }: Both<Offered>): ReportPart {
  const keys = [...new Set([...now.byHour.keys(), ...used.now.keys()])].sort()
  const rows = keys.map((key) => ({
    ...rowOf(key, '', used),
    ...{ of: now.byHour.get(key) ?? 0, ofBefore: before.byHour.get(key) ?? 0 },
  }))
  return { ...totalOf(used), of: sum(now.byHour), ofBefore: sum(before.byHour), rows }
}

function rowOf(key: string, name: string, { now, before }: Both<Amounts>): ReportRow {
  return { key, name, now: now.get(key) ?? 0, before: before.get(key) ?? 0 }
}

// In cents, so that dollars add up to the cent.
function sum(amounts: Amounts): number {
  return toDollars([...amounts.values()].reduce((total, amount) => total + toCents(amount), 0))
}
