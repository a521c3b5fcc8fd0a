import { useState } from 'react'
import type { Calendar, CalendarBlock } from '#contract/calendar/calendar.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { emptyBlock, toTypedBlock } from '#web/ui/calendar/block.ts'
import { blockInWords } from '#web/ui/calendar/block-in-words.ts'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDialog = loadWhenIdle(() => import('#web/ui/calendar/BlockDialog.tsx'))

/** The blocks that have not ended. `mayChange`: also adds, changes and removes them. */
export function Blocks({ calendar, mayChange }: { calendar: Calendar; mayChange: boolean }) {
  const today = useClinicToday()
  const { change, dialog } = useRuleChange()
  const [open, setOpen] = useState<CalendarBlock | 'new'>()
  const form = useDialog(open !== undefined)
  const block = open === 'new' ? undefined : open
  const inWords = (each: CalendarBlock) => capitalized(blockInWords(each, calendar))
  return (
    <>
      {calendar.blocks.length === 0 && <p className="mt-4 text-quiet">No time is blocked.</p>}
      <ul className="mt-4 grid">
        {calendar.blocks.map((each) => (
          <li
            key={each._id}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3"
          >
            <span className="wrap-anywhere min-w-0 flex-1 basis-56">
              {inWords(each)}
              <span className="block text-quiet text-sm">{each.reason}</span>
            </span>
            {mayChange && (
              <button type="button" className="btn btn-line px-4" onClick={() => setOpen(each)}>
                Edit<span className="sr-only"> {inWords(each)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <button type="button" className="btn btn-line mt-3" onClick={() => setOpen('new')}>
          Block a time
        </button>
      )}
      {open && form && (
        <form.BlockDialog
          {...{ block, calendar, change }}
          initial={block ? toTypedBlock(block) : emptyBlock(today)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {dialog}
    </>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
