import { z } from 'zod'

/** Text that a person typed on one line: trimmed, not empty, at most `longest` characters, no control characters. */
export const plainText = (required: string, longest: number) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .max(longest, `Must be ${longest} characters or shorter`)
    .regex(/^\P{Cc}*$/u, 'Must not contain control characters')
