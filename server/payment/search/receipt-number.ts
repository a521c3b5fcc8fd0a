/** What was typed of a receipt's number: all of it, or how it ends. A `count` of `digits` digits. */
export type TypedNumber = { year?: number; count: number; digits: number }

const whole = /(?<!\d)(\d{4})\s?[-‐-―−/ ]\s?(\d{1,9})$/u
const end = /^(?:.*\D)?(\d{1,9})$/u
const beforeIt = /^[\p{L}\s.:#№]*$/u

/** Reads the number of a receipt as people type it: `2026-00042`, `Receipt 2026-42`, or its last digits, `0042`.
 *  Undefined for a text that is none. */
export function readReceiptNumber(text: string): TypedNumber | undefined {
  const all = whole.exec(text)
  const last = all ? undefined : end.exec(text)
  const digits = all?.[2] ?? last?.[1]
  if (digits === undefined) return undefined
  const rest = text.slice(0, text.length - (all?.[0] ?? digits).length)
  if (!beforeIt.test(rest)) return undefined
  return { ...(all && { year: Number(all[1]) }), count: Number(digits), digits: digits.length }
}
