import { useQuery } from '@tanstack/react-query'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { BlockDialog } from '#web/ui/calendar/BlockDialog.tsx'
import { emptyBlock, toTypedBlock } from '#web/ui/calendar/block.ts'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'

/** A block that is open: one that there is, or a new one for a part of the day. */
export type OpenBlock = { id: string } | { doctorId?: string | undefined; from?: number; until?: number }

interface BlockTimeProps {
  staff: string
  date: IsoDate
  open: OpenBlock
  onClose: () => void
}

/** Blocks a time of this day, or changes a block. */
export function BlockTime({ staff, date, open, onClose }: BlockTimeProps) {
  const { data: calendar } = useQuery(calendarOf(staff))
  const { change, dialog } = useRuleChange()
  const block = 'id' in open ? calendar?.blocks.find(({ _id }) => _id === open.id) : undefined
  if (!calendar || ('id' in open && !block)) return null
  return (
    <>
      <BlockDialog
        {...{ block, calendar, change, onClose }}
        initial={block ? toTypedBlock(block) : emptyBlock(date, 'id' in open ? {} : open)}
      />
      {dialog}
    </>
  )
}
