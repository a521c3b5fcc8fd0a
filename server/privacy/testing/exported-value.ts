import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { isoDate } from '#contract/kit/time/iso-date.ts'

/** A value as an export words it. */
export function toExported({ type, column }: { type: string; column: string }, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return JSON.stringify(value[0])
  if (typeof value === 'number') return `:${value / 100}`
  if (type.startsWith('PgDate')) return formatMediumDate(isoDate().parse(value))
  if (typeof value === 'boolean') return `:${value}`
  return JSON.stringify(value).slice(1, -1) || column
}
