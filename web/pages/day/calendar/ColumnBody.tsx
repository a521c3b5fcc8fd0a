import type { PointerEvent, ReactNode } from 'react'
import type { DeskBlock } from '#contract/desk/day.ts'
import { timeInText } from '#web/dates.ts'
import type { Column, Grid } from './columns.ts'
import './blocked.css'

/** A free time that was pressed: `from` in minutes after midnight; without `doctorId`, any dentist. */
export type FreeTime = { doctorId?: string; from: number }

interface ColumnBodyProps {
  column: Column
  grid: Grid
  /** Rem per minute. */
  scale: number
  onFreeTime: ((time: FreeTime) => void) | undefined
  /** Begins to draw a block; without it, none can be drawn. */
  onDraw: ((event: PointerEvent<HTMLElement>) => void) | undefined
  /** Opens a block; without it, blocks can't be pressed. */
  onBlock: ((block: DeskBlock) => void) | undefined
  children: ReactNode
}

/** The hours of a dentist: white while they work, with a line for each hour, and hatched where a block keeps them free
 *  of appointments. */
export function ColumnBody({ column, grid, scale, onFreeTime, onDraw, onBlock, children }: ColumnBodyProps) {
  const { from, until } = grid
  const hour = `${60 * scale}rem`
  const line = `repeating-linear-gradient(to bottom, var(--color-base-300) 0 1px, transparent 1px ${hour})`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons above the grid do the same by keyboard
    <div
      data-column={column.key}
      className="relative border-base-300 border-l bg-base-200"
      onPointerDown={onDraw}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const minutes = from + ((event.clientY - top) / height) * (until - from)
        onFreeTime?.({ ...(column.doctorId && { doctorId: column.doctorId }), from: Math.floor(minutes) })
      }}
    >
      {column.hours.map((period) => (
        <div
          key={period.from}
          aria-hidden="true"
          className="absolute inset-x-0 bg-base-100"
          style={{
            top: `${(period.from - from) * scale}rem`,
            height: `${(period.until - period.from) * scale}rem`,
          }}
        />
      ))}
      <div aria-hidden="true" className="absolute inset-0" style={{ backgroundImage: line }} />
      {column.blocks.map((block) => (
        <BlockArea key={block._id} block={block} grid={grid} scale={scale} onPress={onBlock} />
      ))}
      {children}
    </div>
  )
}

interface BlockAreaProps {
  block: DeskBlock
  grid: Grid
  scale: number
  onPress: ((block: DeskBlock) => void) | undefined
}

function BlockArea({ block, grid, scale, onPress }: BlockAreaProps) {
  const [from, until] = [Math.max(block.from, grid.from), Math.min(block.until, grid.until)]
  if (until <= from) return null
  const area = {
    className:
      'blocked absolute inset-x-0 overflow-hidden border-edge border-y px-1 text-left text-quiet text-sm leading-tight',
    style: { top: `${(from - grid.from) * scale}rem`, height: `${(until - from) * scale}rem` },
  }
  const words = `Blocked ${timeInText(block.from)} to ${timeInText(block.until)}: ${block.reason}`
  if (!onPress)
    return (
      <p {...area} title={words}>
        <span className="sr-only">Blocked: </span>
        {block.reason}
      </p>
    )
  return (
    <button
      {...area}
      type="button"
      data-block={block._id}
      aria-label={words}
      title={words}
      onClick={() => onPress(block)}
    >
      <span className="absolute top-1 left-1 bg-base-100 px-1">{block.reason}</span>
    </button>
  )
}
