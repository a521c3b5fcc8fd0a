import { expect, test } from 'vitest'
import { publicClinic } from '#server/app/public-clinic.ts'
import { readConfig } from '#server/config/config.ts'
import { dentist } from './discovery.ts'

const card = { publishableKey: 'pk_test_1', script: null }
const told = (env: Record<string, string>) => dentist(publicClinic(readConfig(env), card))

test('search engines are told who the dentist is, where, and how to call', () => {
  expect(
    JSON.parse(told({ PUBLIC_URL: 'https://clinic.example', SANDBOX: 'stripe,google', CLINIC_NAME: 'Smile & Co' })),
  ).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Dentist',
    name: 'Smile & Co',
    url: 'https://clinic.example/',
    telephone: '+1 212 555 0142',
    address: '48 Harbour Street, New York, NY 10004',
    image: 'https://clinic.example/brand/card.png',
  })
})

test('a name with markup in it can’t end the script that it stands in', () => {
  const text = told({ CLINIC_NAME: '</script><script>alert(1)</script><!--' })
  expect(text).not.toContain('<')
  expect(JSON.parse(text).name).toBe('</script><script>alert(1)</script><!--')
})
