import { expect, test } from 'vitest'
import { firstClinic } from '#server/app/first-clinic.ts'
import { publicClinic } from '#server/app/pages/public-clinic.ts'
import { readConfig } from '#server/config/config.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { dentist } from './discovery.ts'

const card = { publishableKey: 'pk_test_1', script: null }
const dentistFor = (env: Record<string, string>) =>
  dentist(
    publicClinic(
      readConfig(env),
      {
        clinic: firstClinic(readConfig(env)),
        week: new Map(),
        special: [],
        policy: { horizonDays: 365, freeCancelHours: 24, graceMinutes: 30 },
        treatments: [{ id: 'a', name: 'Cavity Filling', priceCents: 119_50 }],
      },
      card,
    ),
  )

test('structured data contains the clinic’s name, address and phone number', () => {
  expect(
    JSON.parse(
      dentistFor({
        ...sampleClinic,
        PUBLIC_URL: 'https://clinic.example',
        SANDBOX: 'stripe,google',
        CLINIC_NAME: 'Smile & Co',
      }),
    ),
  ).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Dentist',
    name: 'Smile & Co',
    url: 'https://clinic.example/',
    telephone: '+1 212 555 0142',
    address: '48 Harbour Street, New York, NY 10004',
    image: 'https://clinic.example/brand/card.png',
    hasOfferCatalog: {
      itemListElement: [
        { price: '119.50', priceCurrency: 'USD', itemOffered: { '@type': 'Service', name: 'Cavity Filling' } },
      ],
    },
  })
})

test('markup in the clinic’s name does not end the script element', () => {
  const text = dentistFor({ CLINIC_NAME: '</script><script>alert(1)</script><!--' })
  expect(text).not.toContain('<')
  expect(JSON.parse(text).name).toBe('</script><script>alert(1)</script><!--')
})
