import { afterEach, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { fromPickerDate, toPickerDate } from './chosen-day.ts'

const zone = process.env.TZ

afterEach(() => {
  process.env.TZ = zone
})

// Midnights that do not exist (Beirut, Santiago), a day that was left out (Apia, 2011), both edges of the world.
test.each(['UTC', 'Pacific/Chatham', 'Pacific/Pago_Pago', 'Asia/Beirut', 'America/Santiago', 'Africa/Cairo'])(
  'a day goes to the calendar and back unchanged in a browser in %s',
  (timeZone) => {
    process.env.TZ = timeZone
    let day: IsoDate = '2026-01-01'
    for (let passed = 0; passed < 800; passed += 1) {
      expect(fromPickerDate(toPickerDate(day))).toBe(day)
      day = addDays(day, 1)
    }
  },
)
