import type { DeskAppointment, DeskBlock, DeskDay } from '#contract/desk/day.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'

type Period = DeskDay['hours'][number]

/** An appointment in its column. Times in minutes after midnight; `shownUntil` is later than the end if it would be too
 *  low to read. Those that overlap share the width: `lane` of `lanes`. */
export type Placed = {
  appointment: DeskAppointment
  from: number
  until: number
  shownUntil: number
  bufferUntil: number
  lane: number
  lanes: number
}

/** A column of the grid: a dentist's, or without `doctorId` that of appointments without a dentist or of one who has
 *  left. `isAbsent`: they are away that day. `blocks` are theirs and everyone's. */
export type Column<Key extends string = string> = {
  key: Key
  doctorId?: string
  name: string
  isAbsent: boolean
  hours: readonly Period[]
  blocks: readonly DeskBlock[]
  placed: Placed[]
}

/** A day as columns from `from` to `until`, in minutes after midnight on whole hours. `away` are those who work another
 *  day. */
export type Grid<Key extends string = string> = { columns: Column<Key>[]; from: number; until: number; away: string[] }

/** Lays the appointments of a day out by dentist, or by the chairs with these names. `minMinutes` is the height of the
 *  lowest of them. */
export function toGrid(day: DeskDay, minMinutes: number, chairs?: readonly string[]): Grid {
  if (chairs) return toChairGrid(day, minMinutes, chairs)
  const live = day.appointments.filter(({ status }) => status !== 'cancelled')
  const of = (doctorId: string | undefined) => live.filter((appointment) => appointment.doctorId === doctorId)
  const isShown = ({ _id, hours }: DeskDay['doctors'][number]) => hours.length > 0 || of(_id).length > 0
  const known = new Set(day.doctors.map(({ _id }) => _id))
  const left = new Map(
    live.flatMap(({ doctorId, doctor }) => (doctorId && !known.has(doctorId) ? [[doctorId, doctor ?? '']] : [])),
  )
  const columns: Column[] = [
    ...day.doctors.filter(isShown).map(({ _id, name, hours, absent }) => ({
      ...{ key: _id, doctorId: _id, name, hours, isAbsent: absent, blocks: blocksOf(day, _id) },
      placed: toPlaced(of(_id), minMinutes),
    })),
    ...[...left].map(([id, name]) => ({
      key: id,
      name: `${name} (left)`,
      isAbsent: false,
      hours: [],
      blocks: [],
      placed: toPlaced(of(id), minMinutes),
    })),
  ]
  if (of(undefined).length > 0 || columns.length === 0) {
    const name = day.doctors.length > 0 ? 'No dentist' : 'Appointments'
    columns.push({
      ...{ key: 'none', name, hours: day.hours, isAbsent: false, blocks: blocksOf(day, undefined) },
      placed: toPlaced(of(undefined), minMinutes),
    })
  }
  const away = day.doctors
    .filter((doctor) => !isShown(doctor))
    .map(({ name, absent }) => (absent ? `${name} (absent)` : name))
  return { columns, away, ...rangeOf(day, columns) }
}

function toChairGrid(day: DeskDay, minMinutes: number, chairs: readonly string[]): Grid {
  const live = day.appointments.filter(({ status }) => status !== 'cancelled')
  const used = live.flatMap(({ chair }) => chair ?? [])
  const names = [...new Set([...chairs, ...used])]
  const toColumn = (name: string, chair: string | undefined): Column => ({
    ...{ key: `chair ${name}`, name, isAbsent: false, hours: day.hours },
    blocks: day.blocks.filter(
      (block) => block.doctorId === undefined && (block.chair === undefined || block.chair === chair),
    ),
    placed: toPlaced(
      live.filter((appointment) => appointment.chair === chair),
      minMinutes,
    ),
  })
  const hasNone = live.some(({ chair }) => chair === undefined)
  const columns = [...names.map((name) => toColumn(name, name)), ...(hasNone ? [toColumn('No chair', undefined)] : [])]
  return { columns, away: [], ...rangeOf(day, columns) }
}

/** Returns the blocks of a dentist and of everyone. */
const blocksOf = ({ blocks }: DeskDay, id: string | undefined) =>
  blocks.filter(({ doctorId, chair }) => chair === undefined && (doctorId === undefined || doctorId === id))

function rangeOf(day: DeskDay, columns: readonly Column[]) {
  const hours = [...day.hours, ...columns.flatMap((column) => column.hours)]
  const placed = columns.flatMap((column) => column.placed)
  const starts = [...hours, ...placed].map(({ from }) => from)
  const ends = [...hours.map(({ until }) => until), ...placed.map(({ shownUntil }) => shownUntil)]
  if (starts.length === 0) return { from: 480, until: 1_020 }
  return { from: Math.floor(Math.min(...starts) / 60) * 60, until: Math.ceil(Math.max(...ends) / 60) * 60 }
}

function toPlaced(appointments: readonly DeskAppointment[], minMinutes: number): Placed[] {
  const placed = appointments
    .map((appointment) => {
      const from = slotStartMinutes(appointment.slot)
      const until = slotEndMinutes(appointment.slot)
      const buffer = (Date.parse(appointment.busyUntil) - Date.parse(appointment.endsAt)) / 60_000
      const shownUntil = Math.max(until, from + minMinutes)
      return { appointment, from, until, shownUntil, bufferUntil: until + buffer, lane: 0, lanes: 1 }
    })
    .sort((a, b) => a.from - b.from || a.until - b.until)
  for (const group of overlapping(placed)) placeInLanes(group)
  return placed
}

/** Divides appointments, in order of their start, into groups that have no time in common. */
function overlapping(placed: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of placed) {
    if (one.from >= end) groups.push([])
    groups.at(-1)?.push(one)
    end = Math.max(end, one.shownUntil)
  }
  return groups
}

function placeInLanes(group: readonly Placed[]) {
  const ends: number[] = []
  for (const one of group) {
    const free = ends.findIndex((end) => end <= one.from)
    one.lane = free === -1 ? ends.length : free
    ends[one.lane] = one.shownUntil
  }
  for (const one of group) one.lanes = ends.length
}
