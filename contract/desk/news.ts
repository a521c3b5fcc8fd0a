import { z } from 'zod/mini'
import { type AuditAction, auditAction } from '../audit.ts'

/** What others did to the calendar, and what the desk has to know of it. */
export const newsActions = [
  ...['book-appointment', 'move-appointment', 'cancel-appointment', 'change-booked-treatment'],
  ...['note-appointment', 'join-waiting-list', 'leave-waiting-list', 'ask-for-absence', 'close-day'],
  ...[
    'add-absence',
    'remove-absence',
    'add-block',
    'change-block',
    'remove-block',
    'set-day',
    'clear-day',
    'set-hours',
  ],
] as const satisfies AuditAction[]

/** So long ago something is still new, in hours, and so many entries are listed. */
export const newsHours = 24
export const maxNews = 50

const entry = z.object({ action: auditAction, target: z.string(), actor: z.string(), at: z.iso.datetime() })

/** Response of `GET /desk/news`: what others than the caller did in the last 24 hours, patients too, the latest first.
 *  `actor` is an email. */
export const news = z.array(entry)
export type News = z.infer<typeof news>

/** Query of `GET /desk/news/count`: an instant (ISO 8601). */
export const newsCountQuery = z.object({ since: z.optional(z.iso.datetime({ error: 'An instant is needed' })) })

/** Response of `GET /desk/news/count`: how many entries of the news are newer. */
export const newsCount = z.object({ count: z.int() })
