import { z } from 'zod/mini'

/** The parts of a report. */
export const reportBlocks = [
  'appointments',
  'treatments',
  'dentists',
  'hours',
  'missed',
  'ahead',
  'patients',
  'takings',
  'takings-by-method',
  'takings-by-treatment',
  'takings-by-dentist',
  'owed',
  'refunds',
  'empty',
] as const
export const reportBlock = z.enum(reportBlocks)
export type ReportBlock = z.infer<typeof reportBlock>

const day = z.string()
const period = z.object({ from: day, to: day })

/** A figure of the period, and of the period before. `of` is what it is a part of: offered minutes of used ones, or the
 *  number of appointments that an amount is owed for. */
const pair = { now: z.number(), before: z.number(), of: z.optional(z.number()), ofBefore: z.optional(z.number()) }

/** A row of a part. `key`: a day, an id, a method, the lower bound of a range of hours or days, or a weekday and an
 *  hour. */
const reportRow = z.object({ key: z.string(), name: z.string(), ...pair })
export type ReportRow = z.infer<typeof reportRow>

const part = z.object({ ...pair, rows: z.array(reportRow) })
export type ReportPart = z.infer<typeof part>

/** Response of `GET /reports`: the parts of a report, in appointments, minutes or dollars. `step`: what a row of
 *  `appointments` and `takings` is. Days are `YYYY-MM-DD`. */
export const report = z.object({
  ...{ period, before: period, today: day, step: z.enum(['day', 'week', 'month']) },
  parts: z.object({
    ...{ appointments: part, treatments: part, dentists: part, hours: part, missed: part, ahead: part },
    ...{ patients: part, takings: part, 'takings-by-method': part, 'takings-by-treatment': part },
    ...{ 'takings-by-dentist': part, owed: part, refunds: part, empty: part },
  }),
})
export type Report = z.infer<typeof report>
