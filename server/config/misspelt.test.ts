import { expect, it } from 'vitest'
import { startWarnings } from '#server/start/warnings.ts'
import { readConfig } from './config.ts'
import { checkSpelling } from './misspelt.ts'
import { settings } from './settings.ts'

const check = (name: string) => checkSpelling({ [name]: 'a secret' }, Object.keys(settings), { production: false })

it.each([
  ['CLINIC_PHONEE', 'CLINIC_PHONE'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DEMOO', 'DEMO'],
  ['clinic_name', 'CLINIC_NAME'],
])('%s is reported as %s', (name, meant) => {
  expect(check(name)).toEqual([`${name} is no setting: did you mean ${meant}?`])
})

it('a name with the prefix of a setting is reported', () => {
  expect(check('CLINIC_FAX_NUMBER')).toEqual(['CLINIC_FAX_NUMBER is no setting: nothing reads it'])
})

it.each([
  ...[
    'PATH',
    'HOME',
    'HOSTNAME',
    'TERM',
    'SHELL',
    'USER',
    'PWD',
    'MAIL',
    'LANG',
    'TZ',
    'CI',
    'SHLVL',
    'EDITOR',
    'PGHOST',
    'PGDATABASE',
    'BASE_DIR',
  ],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT', 'OTEL_SERVICE_NAME', 'NODE_OPTIONS', 'NODE_ENV'],
  ...['CLINIC_SERVICE_HOST', 'CLINIC_PORT_3000_TCP', 'CLINIC_PORT', 'CLINIC_DB_RW_SERVICE_PORT', 'npm_config_cache'],
])('%s of another program is not', (name) => {
  expect(check(name)).toEqual([])
})

it('a start warns of them, without their values', () => {
  expect(startWarnings(readConfig({ CLINIC_PHONEE: '+49 30 1', PORT: '3000' }))).toEqual([
    'CLINIC_PHONEE is no setting: did you mean CLINIC_PHONE?',
  ])
})

it('one that resembles a setting ends a production start, before anything that follows from it', () => {
  const start = (env: Record<string, string>) => () => readConfig({ NODE_ENV: 'production', ...env })
  expect(start({ DATABSE_URL: 'postgres://u:secret@db/clinic' })).toThrow(
    /^NODE_ENV is "production": DATABSE_URL is no setting: did you mean DATABASE_URL\? Rename or remove it$/,
  )
  expect(start({ CLINIC_FAX: '+49 30 1' })).toThrow(/set AUTH_SECRET/)
})
