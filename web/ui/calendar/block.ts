import { z } from 'zod/mini'
import type { BlockInput } from '#contract/calendar/block.ts'
import type { CalendarBlock } from '#contract/calendar/calendar.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { typedToMedium } from '#web/dates.ts'
import { toMinutes, toTimeText } from './time-text.ts'

/** A block as it is typed. `whose` is empty for everyone. Without weekdays an empty last day is the first. Midnight at
 *  the end of a day is typed `00:00`. */
export const typedBlock = z
  .object({
    whose: z.string(),
    firstDay: z.string().check(z.minLength(1, 'A day is needed')),
    from: z.string().check(z.minLength(1, 'A time is needed')),
    lastDay: z.string(),
    until: z.string().check(z.minLength(1, 'A time is needed')),
    weekdays: z.array(z.string()),
    reason: z.string().check(z.trim(), z.minLength(1, 'Say why'), z.maxLength(100)),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => lastDay === '' || firstDay <= lastDay, {
      error: 'Must not be before the first day',
      path: ['lastDay'],
    }),
    z.refine(
      ({ firstDay, lastDay, weekdays, from, until }) =>
        toMinutes(until, { isEnd: true }) > toMinutes(from) || (weekdays.length === 0 && lastDay > firstDay),
      { error: 'Must end after it begins', path: ['until'] },
    ),
  )
export type TypedBlock = z.infer<typeof typedBlock>

/** Returns whose a block is, as one text. */
export function whoseOf({
  doctorId,
  chairId,
}: {
  doctorId?: string | undefined
  chairId?: string | undefined
}): string {
  if (doctorId !== undefined) return `doctor ${doctorId}`
  return chairId === undefined ? '' : `chair ${chairId}`
}

/** Returns an empty form for a part of a day, in minutes after midnight. */
export function emptyBlock(
  date: IsoDate,
  { from = 720, until = 780, ...whose }: { doctorId?: string | undefined; from?: number; until?: number } = {},
): TypedBlock {
  const times = { from: toTimeText(from), until: toTimeText(until) }
  return { whose: whoseOf(whose), firstDay: date, lastDay: date, ...times, weekdays: [], reason: '' }
}

/** Returns a known block as it was typed. */
export function toTypedBlock(block: CalendarBlock): TypedBlock {
  return {
    whose: whoseOf(block),
    firstDay: parseMediumDate(block.firstDay) ?? '',
    lastDay: (block.lastDay && parseMediumDate(block.lastDay)) ?? '',
    from: toTimeText(block.from),
    until: toTimeText(block.until),
    weekdays: block.weekdays.map(String),
    reason: block.reason,
  }
}

/** Returns a typed block as the call takes it. */
export function toBlock({ whose, firstDay, lastDay, from, until, weekdays, reason }: TypedBlock): BlockInput {
  const [what, id = ''] = whose.split(' ')
  const last = lastDay || (weekdays.length === 0 ? firstDay : '')
  return {
    ...(what === 'doctor' && { doctorId: id }),
    ...(what === 'chair' && { chairId: id }),
    firstDay: typedToMedium(firstDay),
    ...(last && { lastDay: typedToMedium(last) }),
    from: toMinutes(from),
    until: toMinutes(until, { isEnd: true }),
    weekdays: weekdays.map(Number),
    reason,
  }
}
