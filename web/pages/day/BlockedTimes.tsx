import type { DeskBlock, DeskDay } from '#contract/desk/day.ts'
import { timeInText } from '#web/dates.ts'

interface BlockedTimesProps {
  day: DeskDay
  /** Whether the blocks of dentists are drawn elsewhere. */
  onlyChairs: boolean
  className: string
  /** Opens a block; without it, blocks can't be pressed. */
  onOpen: ((block: DeskBlock) => void) | undefined
}

/** Lists what is kept free of appointments on a day. Nothing without any. */
export function BlockedTimes({ day, onlyChairs, className, onOpen }: BlockedTimesProps) {
  const blocks = day.blocks.filter(({ chair }) => chair !== undefined || !onlyChairs)
  if (blocks.length === 0) return null
  return (
    <ul aria-label="Blocked times" className={`mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm ${className}`}>
      {blocks.map((block) => (
        <li key={block._id} className="wrap-anywhere">
          {onOpen ? (
            <button type="button" className="text-link min-h-6 text-left" onClick={() => onOpen(block)}>
              {inWords(block, day)}
            </button>
          ) : (
            inWords(block, day)
          )}
        </li>
      ))}
    </ul>
  )
}

function inWords({ doctorId, chair, from, until, reason }: DeskBlock, { doctors }: DeskDay): string {
  const dentist = doctors.find(({ _id }) => _id === doctorId)?.name
  const isAllDay = from === 0 && until === 1_440
  const times = isAllDay ? 'all day' : `${timeInText(from)} to ${timeInText(until)}`
  return `${chair ?? dentist ?? 'Everyone'} blocked ${times}: ${reason}`
}
