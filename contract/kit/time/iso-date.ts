import { z } from 'zod/mini'
import type { IsoDate } from './clinic-date.ts'

/** A day as `2026-11-21`, in requests and responses. */
export const isoDate = (message?: string): z.ZodMiniType<IsoDate, IsoDate> =>
  z.iso.date(message) as unknown as z.ZodMiniType<IsoDate, IsoDate>

/** A day as `2026-11-21`, or empty if it is not known, as a date field has it. */
export const isoDateOrEmpty = z.union([z.literal(''), isoDate()], { error: 'A date such as 2014-05-03 is needed' })
