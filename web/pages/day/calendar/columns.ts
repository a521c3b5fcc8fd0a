import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'

type Period = DeskDay['hours'][number]

/** An appointment in its column. Times in minutes after midnight; `shownUntil` is later than the end if it would be too
 *  low to read. Those that overlap share the width: `lane` of `lanes`. */
export type Block = {
  appointment: DeskAppointment
  from: number
  until: number
  shownUntil: number
  bufferUntil: number
  lane: number
  lanes: number
}

/** A column of the grid: a dentist's, or without `doctorId` that of appointments without a dentist or of one who has
 *  left. */
export type Column = { key: string; doctorId?: string; name: string; hours: readonly Period[]; blocks: Block[] }

/** A day as columns from `from` to `until`, in minutes after midnight on whole hours. `away` are those who work another
 *  day. */
export type Grid = { columns: Column[]; from: number; until: number; away: string[] }

/** Lays the appointments of a day out by dentist. `minMinutes` is the height of the lowest block. */
export function toGrid(day: DeskDay, minMinutes: number): Grid {
  const live = day.appointments.filter(({ status }) => status !== 'cancelled')
  const of = (doctorId: string | undefined) => live.filter((appointment) => appointment.doctorId === doctorId)
  const isShown = ({ _id, hours }: DeskDay['doctors'][number]) => hours.length > 0 || of(_id).length > 0
  const known = new Set(day.doctors.map(({ _id }) => _id))
  const left = new Map(
    live.flatMap(({ doctorId, doctor }) => (doctorId && !known.has(doctorId) ? [[doctorId, doctor ?? '']] : [])),
  )
  const columns: Column[] = [
    ...day.doctors
      .filter(isShown)
      .map(({ _id, name, hours }) => ({ key: _id, doctorId: _id, name, hours, blocks: toBlocks(of(_id), minMinutes) })),
    ...[...left].map(([id, name]) => ({
      key: id,
      name: `${name} (left)`,
      hours: [],
      blocks: toBlocks(of(id), minMinutes),
    })),
  ]
  if (of(undefined).length > 0 || columns.length === 0) {
    const name = day.doctors.length > 0 ? 'No dentist' : 'Appointments'
    columns.push({ key: 'none', name, hours: day.hours, blocks: toBlocks(of(undefined), minMinutes) })
  }
  const away = day.doctors
    .filter((doctor) => !isShown(doctor))
    .map(({ name, absent }) => (absent ? `${name} (absent)` : name))
  return { columns, away, ...rangeOf(day, columns) }
}

function rangeOf(day: DeskDay, columns: readonly Column[]) {
  const hours = [...day.hours, ...columns.flatMap((column) => column.hours)]
  const blocks = columns.flatMap((column) => column.blocks)
  const starts = [...hours, ...blocks].map(({ from }) => from)
  const ends = [...hours.map(({ until }) => until), ...blocks.map(({ shownUntil }) => shownUntil)]
  if (starts.length === 0) return { from: 480, until: 1_020 }
  return { from: Math.floor(Math.min(...starts) / 60) * 60, until: Math.ceil(Math.max(...ends) / 60) * 60 }
}

function toBlocks(appointments: readonly DeskAppointment[], minMinutes: number): Block[] {
  const blocks = appointments
    .map((appointment) => {
      const from = slotStartMinutes(appointment.slot)
      const until = slotEndMinutes(appointment.slot)
      const buffer = (Date.parse(appointment.busyUntil) - Date.parse(appointment.endsAt)) / 60_000
      const shownUntil = Math.max(until, from + minMinutes)
      return { appointment, from, until, shownUntil, bufferUntil: until + buffer, lane: 0, lanes: 1 }
    })
    .sort((a, b) => a.from - b.from || a.until - b.until)
  for (const group of overlapping(blocks)) placeInLanes(group)
  return blocks
}

/** Divides blocks, in order of their start, into groups that have no time in common. */
function overlapping(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const block of blocks) {
    if (block.from >= end) groups.push([])
    groups.at(-1)?.push(block)
    end = Math.max(end, block.shownUntil)
  }
  return groups
}

function placeInLanes(group: readonly Block[]) {
  const ends: number[] = []
  for (const block of group) {
    const free = ends.findIndex((end) => end <= block.from)
    block.lane = free === -1 ? ends.length : free
    ends[block.lane] = block.shownUntil
  }
  for (const block of group) block.lanes = ends.length
}
