import { isLinearizable, type Operation } from './linearizable.ts'

/** What an appointment is to its patient's list. */
export type Standing = 'booked' | 'paid'

/** A call of a patient and its answer. `at` and `to` are times of a dentist, as `Dec 4, 2026 08.00 AM - 08.30 AM`.
 *  `taken`: it was refused, because another has the time. `unknown`: nobody knows whether it was done. */
export type Call = { patient: string; doctor: string; start: number; end: number; side: number } & (
  | { kind: 'book' | 'move'; at?: string; to: string; outcome: 'done' | 'taken' | 'unknown' }
  | { kind: 'cancel' | 'pay'; at: string; outcome: 'done' | 'unknown' }
  | { kind: 'list'; listed: ReadonlyMap<string, Standing> }
)

const never = Number.POSITIVE_INFINITY

/** Returns the patients and the dentists whose histories have no order that explains what they were told. */
export function contradictions(calls: readonly Call[]): string[] {
  const wrong: string[] = []
  for (const [patient, own] of Map.groupBy(calls, (call) => call.patient)) {
    if (!isLinearizable(own.flatMap(onList), new Map(), keyOfList)) wrong.push(`the list of ${patient}`)
  }
  for (const [doctor, own] of Map.groupBy(calls, (call) => call.doctor)) {
    for (const [index, part] of partsOf(own).entries()) {
      const isExplained = isLinearizable(part.flatMap(onCalendar), new Map(), keyOfCalendar)
      if (!isExplained) wrong.push(`the calendar of ${doctor}, part ${index + 1}`)
    }
  }
  return wrong
}

/** Returns the lists that lack what was confirmed before they were asked for, or have what was given up before. */
export function staleLists(calls: readonly Call[]): Call[] {
  const changes = calls.filter(({ kind }) => kind !== 'list')
  const isStale = (list: Extract<Call, { kind: 'list' }>) => {
    const own = changes.filter(({ patient }) => patient === list.patient)
    const before = own.filter((call) => isDone(call) && call.end < list.start)
    const isTouchedLater = (time: string, last: Call) =>
      own.some(
        (call) => call !== last && timesOf(call).includes(time) && endOf(call) > last.start && call.start < list.end,
      )
    return before.some((call) => {
      const gained = 'to' in call ? call.to : undefined
      const lost = call.kind === 'cancel' || call.kind === 'move' ? call.at : undefined
      const isMissing = gained !== undefined && !list.listed.has(gained) && !isTouchedLater(gained, call)
      const isLeft = lost !== undefined && list.listed.has(lost) && !isTouchedLater(lost, call)
      return isMissing || isLeft
    })
  }
  return calls.filter((call) => call.kind === 'list' && isStale(call))
}

const endOf = (call: Call) => ('outcome' in call && call.outcome === 'unknown' ? never : call.end)
const isDone = (call: Call) => 'outcome' in call && call.outcome === 'done'

function timesOf(call: Call): string[] {
  if (call.kind === 'list') return []
  return [call.at, 'to' in call ? call.to : undefined].filter((time) => time !== undefined)
}

type List = ReadonlyMap<string, Standing>

function onList(call: Call): Operation<List>[] {
  const times = { start: call.start, end: endOf(call) }
  if (call.kind === 'list') return [{ ...times, apply: (list) => (isSame(list, call.listed) ? list : undefined) }]
  // That another has the time says nothing of this list.
  if (call.outcome === 'taken') return []
  return [{ ...times, apply: (list) => changedList(list, call) }]
}

function changedList(list: List, call: Exclude<Call, { kind: 'list' }>): List | undefined {
  const next = new Map(list)
  if (call.at !== undefined) {
    const standing = next.get(call.at)
    if (standing === undefined) return undefined
    next.delete(call.at)
    if (call.kind === 'pay') return next.set(call.at, 'paid')
    if (call.kind === 'cancel') return next
    return 'to' in call ? next.set(call.to, standing) : undefined
  }
  return 'to' in call ? next.set(call.to, 'booked') : undefined
}

const isSame = (one: List, other: List) => keyOfList(one) === keyOfList(other)
const keyOfList = (list: List) => [...list].map(String).sort().join(';')

/** The patient of each booked time of a dentist. */
type Calendar = ReadonlyMap<string, string>

function onCalendar(call: Call): Operation<Calendar>[] {
  if (call.kind === 'list' || call.kind === 'pay') return []
  const { patient, at, outcome, start } = call
  const to = 'to' in call ? call.to : undefined
  const apply = (calendar: Calendar): Calendar | undefined => {
    if (outcome === 'taken') return to !== undefined && calendar.has(to) ? calendar : undefined
    if (at !== undefined && calendar.get(at) !== patient) return undefined
    if (to !== undefined && calendar.has(to)) return undefined
    const next = new Map(calendar)
    if (at !== undefined) next.delete(at)
    if (to !== undefined) next.set(to, patient)
    return next
  }
  return [{ start, end: endOf(call), apply }]
}

const keyOfCalendar = (calendar: Calendar) => [...calendar].map(String).sort().join(';')

/** Divides the calls on a dentist's calendar by times that no move connects: each part is an object of its own. */
function partsOf(calls: readonly Call[]): Call[][] {
  const parent = new Map<string, string>()
  const rootOf = (time: string): string => {
    const above = parent.get(time) ?? time
    return above === time ? time : rootOf(above)
  }
  const changes = calls.filter(({ kind }) => kind !== 'list' && kind !== 'pay')
  for (const call of changes) {
    const [first, ...others] = timesOf(call)
    for (const other of others) if (first !== undefined) parent.set(rootOf(first), rootOf(other))
  }
  return [...Map.groupBy(changes, (call) => rootOf(timesOf(call)[0] ?? '')).values()]
}
