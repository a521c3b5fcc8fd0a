import { expect, it } from 'vitest'
import { type Report, type ReportPart, reportBlocks } from '#contract/report/report.ts'
import { compared, sentenceOf } from './sentences.ts'

const empty: ReportPart = { now: 0, before: 0, rows: [] }
const report = (parts: Partial<Report['parts']>): Report => ({
  period: { from: '2026-11-01', to: '2026-11-30' },
  before: { from: '2026-10-01', to: '2026-10-31' },
  ...{ today: '2026-11-26', step: 'day' },
  parts: { ...(Object.fromEntries(reportBlocks.map((part) => [part, empty])) as Report['parts']), ...parts },
})
const row = (key: string, name: string, now: number, before: number, more = {}) => ({ key, name, now, before, ...more })

it.each([
  ['appointments', { ...empty, now: 214, before: 202 }, '214 appointments, 12 more than in October 2026.'],
  ['appointments', { ...empty, now: 1, before: 2 }, '1 appointment, 1 fewer than in October 2026.'],
  ['treatments', empty, 'There is none, as many as in October 2026.'],
  [
    'takings',
    { ...empty, now: 12_345.5, before: 12_345.5 },
    '$12,345.50 came in, as much as in October 2026. Refunds are not taken off.',
  ],
  [
    'treatments',
    { now: 100, before: 90, rows: [row('a', 'Filling', 40, 50), row('b', 'Cleaning', 60, 40)] },
    'Cleaning: 60 of 100, 20 more than in October 2026.',
  ],
  [
    'missed',
    { now: 5, before: 6, rows: [row('no-show', 'Did not come', 2, 0), row('0', '', 1, 0), row('48', '', 2, 0)] },
    '3 cancelled and 2 missed, 1 fewer than in October 2026. 1 was cancelled within the last 24 hours.',
  ],
  [
    'patients',
    { now: 9, before: 9, rows: [row('new', '', 3, 1)] },
    '3 of 9 appointments were a patient’s first here, 2 more than in October 2026.',
  ],
  [
    'owed',
    { now: 20, before: 0, rows: [row('0', '', 20, 0, { of: 1 }), row('91', '', 1_000, 0, { of: 7 })] },
    'Today $1,020 is owed for 8 appointments of the past. For the appointments of this period it is $20, and $0 for those in October 2026.',
  ],
  [
    'empty',
    { now: 60, before: 0, rows: [row('1-08', '', 45, 0, { of: 60 }), row('5-16', '', 15, 0, { of: 60 })] },
    'Friday, 4:00 PM is the emptiest hour: 25% of its time is used. Offered hours are those of the rules as they are now, in past days too.',
  ],
  ['empty', empty, 'The clinic offers no times in this period.'],
] as const)('says what the plot of %s shows', (part, found, sentence) => {
  expect(sentenceOf(report({ [part]: found }), part)).toBe(sentence)
})

it('compares with one day, and with days that are no month', () => {
  const one = sentenceOf({ ...report({}), before: { from: '2026-10-31', to: '2026-10-31' } }, 'appointments')
  expect(one).toBe('0 appointments, as many as on Oct 31, 2026.')
  const some = sentenceOf({ ...report({}), before: { from: '2026-10-04', to: '2026-11-01' } }, 'appointments')
  expect(some).toBe('0 appointments, as many as from Oct 4, 2026 to Nov 1, 2026.')
  expect(compared({ now: 30, before: 90 }, 'minutes', 'in May')).toBe('1 h less than in May')
})
