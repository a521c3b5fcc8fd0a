import type { ReportBlock, ReportRow } from './report.ts'

/** What the figures of a part are: `appointments`, `minutes` or `dollars`; and the heading of its rows. */
export const partFacts: Record<ReportBlock, { unit: 'appointments' | 'minutes' | 'dollars'; rows: string }> = {
  appointments: { unit: 'appointments', rows: 'From' },
  treatments: { unit: 'appointments', rows: 'Treatment' },
  dentists: { unit: 'appointments', rows: 'Dentist' },
  hours: { unit: 'minutes', rows: 'Dentist' },
  missed: { unit: 'appointments', rows: 'What happened' },
  ahead: { unit: 'appointments', rows: 'Booked ahead' },
  patients: { unit: 'appointments', rows: 'Appointments' },
  takings: { unit: 'dollars', rows: 'From' },
  'takings-by-method': { unit: 'dollars', rows: 'Method' },
  'takings-by-treatment': { unit: 'dollars', rows: 'Treatment' },
  'takings-by-dentist': { unit: 'dollars', rows: 'Dentist' },
  owed: { unit: 'dollars', rows: 'Since the appointment' },
  refunds: { unit: 'dollars', rows: 'Method' },
  empty: { unit: 'minutes', rows: 'Weekday and hour' },
}

/** A column of a part's table: its heading and its value in a row. */
export type ReportColumn = { heading: string; value: (row: ReportRow) => number }

/** Returns the columns of figures that the table of a part has. Hours are in minutes. */
export function columnsOf(part: ReportBlock): ReportColumn[] {
  const now: ReportColumn = { heading: 'This period', value: (row) => row.now }
  const before: ReportColumn = { heading: 'Period before', value: (row) => row.before }
  if (part === 'owed')
    return [
      { heading: 'Owed', value: (row) => row.now },
      { heading: 'Appointments', value: (row) => row.of ?? 0 },
    ]
  if (part !== 'hours' && part !== 'empty') return [now, before]
  return [
    { heading: 'Used', value: (row) => row.now },
    { heading: 'Offered', value: (row) => row.of ?? 0 },
    { heading: 'Used before', value: (row) => row.before },
    { heading: 'Offered before', value: (row) => row.ofBefore ?? 0 },
  ]
}
