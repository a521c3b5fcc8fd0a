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

function inWords({ doctorId, chair, ...block }: DeskBlock, { doctors }: DeskDay): string {
  const dentist = doctors.find(({ _id }) => _id === doctorId)?.name
  return blockInWords(chair ?? dentist ?? 'Everyone', block)
}

/** Says who or what is blocked, when and why. */
export function blockInWords(who: string, { from, until, reason }: Pick<DeskBlock, 'from' | 'until' | 'reason'>) {
  const isAllDay = from === 0 && until === 1_440
  return `${who} blocked ${isAllDay ? 'all day' : `${timeInText(from)} to ${timeInText(until)}`}: ${reason}`
}
