import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { DeskAppointment, DeskBlock, DeskDay } from '#contract/desk/day.ts'
import { formatTime, timeInText } from '#web/dates.ts'
import { AppointmentButton, moveFocus } from './AppointmentButton.tsx'
import { ColumnBody, type FreeTime } from './ColumnBody.tsx'
import { type Column, type Grid, type Placed, toGrid } from './columns.ts'
import { type Draft, useDraft } from './draft.ts'
import { type Ghost, useGhost } from './ghost.ts'
import { Hours, NowLine } from './times.tsx'

interface DayGridProps {
  day: DeskDay
  /** Undefined on any other day than today. */
  now: Date | undefined
  newIds: ReadonlySet<string>
  /** The names of the chairs, to show the day by chair; without them, by dentist. */
  byChair?: readonly string[] | undefined
  /** Whether an appointment matches the search. */
  isFound: (appointment: DeskAppointment) => boolean
  onOpen: (appointment: DeskAppointment) => void
  /** Called with the place on which an appointment was dropped; without it, appointments can't be moved. */
  onDrop: ((place: Ghost, doctor: { id?: string; name: string }) => void) | undefined
  /** Opens a new appointment; without it, free times can't be pressed. */
  onFreeTime?: ((time: FreeTime) => void) | undefined
  /** Opens a new block of a dentist, or without one of everyone; without it, none can be drawn. */
  onDraw?: ((time: FreeTime & { until: number }) => void) | undefined
  /** Opens a block; without it, blocks can't be pressed. */
  onBlock?: ((block: DeskBlock) => void) | undefined
}

/** Lowest height of an appointment, in rem: that of a target. */
export const minHeight = 1.5
/** Returns the height of a minute of a day, in rem. */
export const scaleOf = ({ gridMinutes }: DeskDay) => (gridMinutes < 30 ? 0.1 : 0.075)
/** Columns that fit beside each other on the narrowest screen that shows the grid. More scroll in an area of their own,
 *  and so do more appointments at once. */
const alwaysFitting = 7
const fittingLanes = 3
/** Width of a column in which a name and a treatment can be read, and of the hours, in px. */
const [readable, hoursWidth] = [136, 52]
/** Widths of a column and of a lane in what scrolls, in rem. */
const [columnWidth, laneWidth] = [7, 5]

/** A day by dentist, or by chair, and time. */
export function DayGrid({ day, now, newIds, byChair, isFound, onOpen, onDrop, onFreeTime, ...blocks }: DayGridProps) {
  const scale = scaleOf(day)
  const [area, fitting] = useFitting()
  const grid = narrow(toGrid(day, minHeight / scale, byChair), isFound, fitting)
  const { columns, from } = grid
  const { isWide, tracks } = tracksOf(columns, fitting)
  const [focused, setFocused] = useState<string>()
  const { ghost, press, pressKey, cancel } = useGhost({
    grid,
    step: day.gridMinutes,
    onDrop: (place) => {
      const column = columns.find(({ key }) => key === place.column)
      if (column) onDrop?.(place, { ...(column.doctorId && { id: column.doctorId }), name: column.name })
    },
  })
  const { draft, press: draw } = useDraft({ grid, step: Math.min(day.gridMinutes, 15), onDraw: blocks.onDraw })
  const ids = columns.flatMap(({ placed }) => placed.map(({ appointment }) => appointment._id))
  const tabStop = focused && ids.includes(focused) ? focused : ids[0]

  const toButton = (placed: Placed, column: Column) => {
    const { appointment } = placed
    const start = { appointment, column: column.key, from: placed.from }
    return (
      <AppointmentButton
        key={appointment._id}
        placed={placed}
        scale={scale}
        gridFrom={from}
        dentist={byChair ? (appointment.doctor ?? 'no dentist') : column.name}
        isNew={newIds.has(appointment._id)}
        now={now}
        isDimmed={!isFound(appointment)}
        tabIndex={appointment._id === tabStop ? 0 : -1}
        onFocus={() => setFocused(appointment._id)}
        onBlur={cancel}
        onClick={() => onOpen(appointment)}
        onPointerDown={(event) => onDrop && press(event, start)}
        onKeyDown={(event) => {
          if (!onDrop || !pressKey(event, start)) moveFocus(event, columns, { column: column.key, id: appointment._id })
        }}
      />
    )
  }

  return (
    <div ref={area} className="text-sm print:hidden">
      <section
        aria-label={byChair ? 'Appointments by chair' : 'Appointments by dentist'}
        // What scrolls can be focused, so that the arrow keys scroll it (WCAG 2.1.1).
        tabIndex={isWide ? 0 : undefined}
        className={`rounded-box border border-base-300 bg-base-100 ${isWide ? 'scroll-pt-16 scroll-pl-16 overflow-auto' : ''}`}
        style={isWide ? { maxHeight: 'calc(100dvh - 6rem)' } : {}}
      >
        <div data-grid className="grid" style={tracks}>
          <Heads columns={columns} className={isWide ? 'top-0' : 'top-(--header)'} />
          <Hours grid={grid} scale={scale} />
          {columns.map((column) => (
            <ColumnBody
              key={column.key}
              {...{ column, grid, scale, onFreeTime }}
              onDraw={blocks.onDraw && ((event) => draw(event, column.key))}
              onBlock={blocks.onBlock}
            >
              {now && <NowLine grid={grid} scale={scale} />}
              {column.placed.map((placed) => toButton(placed, column))}
              {ghost?.column === column.key && <GhostBlock ghost={ghost} gridFrom={from} scale={scale} />}
              {draft?.column === column.key && <DraftArea draft={draft} gridFrom={from} scale={scale} />}
            </ColumnBody>
          ))}
        </div>
      </section>
      <p role="status" className="sr-only">
        {ghost && placeInWords(ghost, columns)}
      </p>
      {grid.away.length > 0 && <p className="mt-2 text-quiet">Not here today: {grid.away.join(', ')}</p>}
    </div>
  )
}

/** Returns a ref for the area of the grid, and how many columns fit into its width. */
function useFitting(): [RefObject<HTMLDivElement | null>, number] {
  const area = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(alwaysFitting)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      setFitting(Math.max(alwaysFitting, Math.floor((width - hoursWidth) / readable)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [area, fitting]
}

/** Returns the style of the grid's tracks, and whether they are wider than the page and scroll. */
function tracksOf(columns: readonly Column[], fitting: number) {
  const lanes = columns.map(({ placed }) => Math.max(1, ...placed.map((each) => each.lanes)))
  const isWide = columns.length > fitting || lanes.some((count) => count > fittingLanes)
  const widths = lanes.map((count) => (isWide ? Math.max(columnWidth, count * laneWidth) : 0))
  const gridTemplateColumns = `3.25rem ${widths.map((width) => `minmax(${width}rem, 1fr)`).join(' ')}`
  const width = widths.reduce((sum, each) => sum + each, 3.25)
  return { isWide, tracks: { gridTemplateColumns, ...(isWide && { width: `max(100%, ${width}rem)` }) } }
}

function placeInWords({ from, column }: Ghost, columns: readonly Column[]): string {
  const dentist = columns.find(({ key }) => key === column)?.name
  return `${timeInText(from)} with ${dentist}. Enter moves the appointment, Escape leaves it.`
}

/** Leaves out the dentists without an appointment that matches the search, if there are more than fit. */
function narrow(grid: Grid, isFound: DayGridProps['isFound'], fitting: number): Grid {
  const isMatch = ({ appointment }: Placed) => isFound(appointment)
  const isWhole = grid.columns.every(({ placed }) => placed.every(isMatch))
  if (grid.columns.length <= fitting || isWhole) return grid
  const columns = grid.columns.filter(({ placed }) => placed.some(isMatch))
  return columns.length === 0 ? grid : { ...grid, columns }
}

function Heads({ columns, className }: { columns: readonly Column[]; className: string }) {
  const head = `sticky ${className} border-base-300 border-b bg-base-100 px-2 py-2`
  return (
    <>
      <div className={`${head} left-0 z-30 rounded-tl-box`} />
      {columns.map(({ key, name, isAbsent, placed }) => (
        <h2 key={key} className={`${head} z-20 wrap-anywhere border-l text-sm last:rounded-tr-box`} title={name}>
          {name} <span className="font-normal text-quiet">{placed.length}</span>
          {isAbsent && <span className="font-medium text-error"> Absent</span>}
        </h2>
      ))}
    </>
  )
}

function GhostBlock({ ghost, gridFrom, scale }: { ghost: Ghost; gridFrom: number; scale: number }) {
  const { startsAt, endsAt, patientName } = ghost.appointment
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000
  return (
    <div
      data-ghost
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 z-10 overflow-hidden rounded-md border-2 border-base-content border-dashed bg-card/90 px-2 font-medium leading-tight"
      style={{
        top: `${(ghost.from - gridFrom) * scale}rem`,
        height: `${Math.max(minutes * scale, minHeight)}rem`,
      }}
    >
      {formatTime(ghost.from)} {patientName}
    </div>
  )
}

function DraftArea({ draft, gridFrom, scale }: { draft: Draft; gridFrom: number; scale: number }) {
  return (
    <div
      data-draft
      aria-hidden="true"
      className="blocked pointer-events-none absolute inset-x-0 z-10 overflow-hidden rounded-md border-2 border-base-content border-dashed"
      style={{
        top: `${(draft.from - gridFrom) * scale}rem`,
        height: `${(draft.until - draft.from) * scale}rem`,
      }}
    >
      <span className="bg-base-100 px-1 font-medium">
        {formatTime(draft.from)} – {formatTime(draft.until)}
      </span>
    </div>
  )
}
