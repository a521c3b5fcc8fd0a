import { expect, it } from 'vitest'
import { LAN, production, stripe } from '#server/config/testing/production-env.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { readConfig } from './config.ts'

it('asks in production for the database, in one of two ways', () => {
  const line = 'NODE_ENV is "production": set DATABASE_URL to a PostgreSQL database, or DATABASE=embedded'
  expect(() => readConfig({ ...production, DATABASE: '' })).toThrow(line)
  const url = 'postgres://db/clinic'
  expect(readConfig({ ...production, DATABASE: '', DATABASE_URL: url }).databaseUrl).toBe(url)
  expect(readConfig(production).databaseUrl).toBeUndefined()
})

it.each(Object.keys(sampleClinic))('does not start in production without %s, unless it is a demo', (name) => {
  const env = { ...production, [name]: '' }
  expect(() => readConfig(env)).toThrow(`NODE_ENV is "production": set ${name}`)
  expect(readConfig({ ...env, DEMO: 'yes-in-production' })).toMatchObject({ demo: true })
  expect(readConfig({ ...env, NODE_ENV: 'development' })).toMatchObject({ production: false })
})

it('allows sandboxes that SANDBOX names where others can reach the server', () => {
  const others = { ...sampleClinic, PUBLIC_URL: 'https://clinic.example', SANDBOX: 'google,stripe' }
  expect(readConfig(others)).toMatchObject({ demo: false })
  expect(readConfig({ ...LAN, DEMO: 'yes-in-production' })).toMatchObject({ demo: true })
  // A demo may show the sample clinic.
  expect(readConfig({ ...LAN, CLINIC_NAME: '', DEMO: 'yes-in-production' }).clinic.name).toBe('Lumen Dental')
  // A container behind a TLS proxy.
  const container = { ...production, ...stripe, HOST: '0.0.0.0', PUBLIC_URL: 'https://clinic.example' }
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's', SANDBOX: '' }
  expect(readConfig({ ...container, ...google })).toMatchObject({ host: '0.0.0.0', demo: false, apiReference: false })
})
