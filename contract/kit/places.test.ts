import { expect, it } from 'vitest'
import { isCountry, isLanguage, listCountries } from './places.ts'
import { firstWeekday, workWeek } from './week.ts'

it('knows the first weekday, and the first working day, of each country as Intl does', () => {
  const countries = listCountries()
  expect(countries.length).toBeGreaterThan(240)
  for (const { code } of countries) {
    // Not every browser has it, and not every version of its types.
    const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
      getWeekInfo: () => { firstDay: number; weekend: number[] }
    }
    const { firstDay, weekend } = locale.getWeekInfo()
    expect([code, firstWeekday(code)]).toEqual([code, firstDay % 7])
    const isWorkday = (day: number) => !weekend.includes(day)
    const first = [1, 2, 3, 4, 5, 6, 7].find((day) => isWorkday(day) && !isWorkday(day === 1 ? 7 : day - 1))
    expect([code, workWeek(code)[0]]).toEqual([code, first])
  }
})

it.each([
  ['DE', true],
  ['US', true],
  ['de', false],
  ['XX', false],
  ['UK', false],
  ['EU', false],
  ['DEU', false],
])('%s is a country: %s', (code, known) => {
  expect(isCountry(code)).toBe(known)
})

it.each([
  ['de-DE', true],
  ['en', true],
  ['zh-Hant-TW', true],
  ['xx', false],
  ['de-XX', false],
  ['German', false],
  ['', false],
])('%s is a language: %s', (tag, known) => {
  expect(isLanguage(tag)).toBe(known)
})
