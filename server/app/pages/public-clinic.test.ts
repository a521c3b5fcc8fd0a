import { expect, test } from 'vitest'
import { firstClinic } from '#server/app/first-clinic.ts'
import { readConfig } from '#server/config/config.ts'
import { publicClinic } from './public-clinic.ts'

const card = { publishableKey: 'pk_test_1', script: null }

test('returns working links for the phone number, the postal address and the email', () => {
  const linksOf = (env: Record<string, string>) => {
    const { phoneLink, emailLink, mapLink } = publicClinic(
      readConfig(env),
      {
        clinic: firstClinic(readConfig(env)),
        week: new Map(),
        special: [],
        policy: { horizonDays: 365, freeCancelHours: 24, graceMinutes: 30 },
        treatments: [{ id: 'a', name: 'Teeth Cleaning', priceCents: 59_00 }],
      },
      card,
    )
    return { phoneLink, emailLink, mapLink }
  }
  expect(linksOf({ CLINIC_PHONE: '+49 (0)30 / 555-01 42', CLINIC_ADDRESS: 'Große Straße 1 & 2' })).toEqual({
    phoneLink: 'tel:+49305550142',
    emailLink: 'mailto:hello@lumendental.example',
    mapLink: 'https://www.openstreetmap.org/search?query=Gro%C3%9Fe%20Stra%C3%9Fe%201%20%26%202',
  })
  expect(linksOf({ CLINIC_PHONE: '(030) 555 0142' }).phoneLink).toBe('tel:0305550142')
})
