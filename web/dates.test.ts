import { afterEach, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#web/dates.ts'
import { clinicDayAt, clinicMomentAt, fromPickerDate, localMomentAt, toPickerDate } from './dates.ts'

const zone = process.env.TZ

afterEach(() => {
  process.env.TZ = zone
})

// Zones with midnights that do not exist (Beirut, Santiago), and both edges of the world.
test.each(['UTC', 'Pacific/Chatham', 'Pacific/Pago_Pago', 'Asia/Beirut', 'America/Santiago', 'Africa/Cairo'])(
  'a day converted to the day picker’s date and back is unchanged in %s',
  (timeZone) => {
    process.env.TZ = timeZone
    let day: IsoDate = '2026-01-01'
    for (let passed = 0; passed < 800; passed += 1) {
      expect(fromPickerDate(toPickerDate(day))).toBe(day)
      day = addDays(day, 1)
    }
  },
)

test.each(['UTC', 'Pacific/Chatham', 'Pacific/Pago_Pago'])(
  'days and moments of the clinic do not depend on %s',
  (timeZone) => {
    process.env.TZ = timeZone
    expect(formatDayOfWeek('2026-11-21', 'short')).toBe('Sat, Nov 21')
    expect(formatDayOfWeek('2026-11-21')).toBe('Saturday, Nov 21')
    expect(formatDayOfWeek('2026-11-21', 'full')).toBe('Saturday, November 21, 2026')
    expect(clinicDayAt('2026-11-21T04:59:00Z')).toBe('Nov 20, 2026')
    expect(clinicMomentAt('2026-11-21T05:00:00Z')).toMatch(/^Nov 21, 2026, 12:00\sAM$/)
  },
)

test('a local moment is in the browser’s zone', () => {
  process.env.TZ = 'Pacific/Chatham'
  expect(localMomentAt(Date.parse('2026-11-21T00:00:00Z'))).toMatch(/^Nov 21, 2026, 1:45\sPM$/)
})
