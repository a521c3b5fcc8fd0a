import type { ComponentProps } from 'react'
import { formatTime } from '#contract/kit/time/clinic-date.ts'
import { StatusMark, statusGround } from '../status/StatusMark.tsx'
import { statusWords } from '../status/words.ts'
import type { Block } from './columns.ts'

interface BlockButtonProps extends ComponentProps<'button'> {
  block: Block
  /** Rem per minute. */
  scale: number
  /** Start of the grid, in minutes. */
  gridFrom: number
  dentist: string
  isNew: boolean
  /** Does not match the search. */
  isDimmed: boolean
}

/** An appointment in the grid, as high as it is long, with a line for the time to clean up after it. */
export function BlockButton({
  block,
  scale,
  gridFrom,
  dentist,
  isNew,
  isDimmed,
  className = '',
  ...button
}: BlockButtonProps) {
  const { appointment, from, shownUntil, bufferUntil, lane, lanes } = block
  const { _id, patientName, treatment, status, overridden } = appointment
  const hasRoom = (shownUntil - from) * scale >= 2.5
  const label = [formatTime(from), patientName, `${treatment} with ${dentist}`, statusWords[status]].join(', ')
  return (
    <>
      {bufferUntil > shownUntil && (
        <span
          aria-hidden="true"
          className="absolute border-edge border-l-4 opacity-40"
          style={{
            top: `${(shownUntil - gridFrom) * scale}rem`,
            height: `${(bufferUntil - shownUntil) * scale}rem`,
            left: `${(lane / lanes) * 100}%`,
          }}
        />
      )}
      <button
        {...button}
        type="button"
        data-appointment={_id}
        aria-label={`${label}${overridden ? ', in spite of the rules' : ''}${isNew ? ', new' : ''}`}
        className={`absolute grid cursor-pointer grid-cols-[minmax(0,1fr)] overflow-hidden rounded-md border border-base-300 border-l-4 px-1 text-left text-sm leading-tight ${hasRoom ? 'content-start pt-1' : 'content-center'} ${statusGround[status]} ${isNew ? 'outline-2 outline-secondary outline-offset-[-2px]' : ''} ${isDimmed ? 'opacity-35' : ''} ${className}`}
        style={{
          top: `${(from - gridFrom) * scale}rem`,
          height: `calc(${(shownUntil - from) * scale}rem - 1px)`,
          left: `${(lane / lanes) * 100}%`,
          width: `calc(${100 / lanes}% - 2px)`,
        }}
      >
        <span className="flex justify-between gap-1">
          <span className="min-w-0 truncate font-medium">{patientName}</span>
          {(status !== 'booked' || isNew) && (
            <span className="shrink-0">
              {isNew ? 'New' : hasRoom ? <StatusMark status={status} /> : statusWords[status]}
            </span>
          )}
        </span>
        {hasRoom && <span className="block truncate text-quiet">{treatment}</span>}
      </button>
    </>
  )
}
