import { expect, test } from 'vitest'
import { releaseFaults } from './releases.ts'

const checkout = {
  version: '0.3.0',
  migrations: ['0000_tables', '0001_notify', '0002_mail'],
  releases: [
    { version: '0.1.0', newestMigration: '0000_tables', commit: 'a' },
    { version: '0.2.0', newestMigration: '0001_notify', commit: 'b' },
    { version: '0.3.0', newestMigration: '0002_mail' },
  ],
  oldestCompatible: '0.2.0',
}
const adviceFor = (change: Partial<typeof checkout>) =>
  releaseFaults({ ...checkout, ...change }).map(({ advice }) => advice)
const withoutLast = checkout.releases.slice(0, -1)

test('the newest release, and a version after it, are in order', () => {
  expect(adviceFor({})).toEqual([])
  expect(adviceFor({ releases: withoutLast })).toEqual([])
  const named = { version: '0.3.0', newestMigration: '0002_mail', commit: 'c' }
  expect(adviceFor({ version: '0.10.0', releases: [...withoutLast, named] })).toEqual([])
})

test('a version that names two schemas is refused', () => {
  expect(adviceFor({ migrations: [...checkout.migrations, '0003_payment'] })).toEqual([
    '0.3.0 was released with 0002_mail, and the newest migration is 0003_payment: raise the version in package.json. Only while nobody has 0.3.0, name 0003_payment in its row instead.',
  ])
})

test.each([
  ['an earlier version', { version: '0.2.0' }, /is not the newest release/],
  ['a version that was never released, before the newest', { version: '0.2.5' }, /is before 0\.3\.0/],
  ['releases in another order', { releases: checkout.releases.toReversed() }, /not in order/],
  ['a migration that is not there', { migrations: ['0000_tables', '0002_mail'] }, /no migration 0001_notify/],
  ['a release without its commit', { version: '0.4.0' }, /Name the commit of 0\.3\.0/],
  ['a compatible release that is none', { oldestCompatible: '0.2.1' }, /0\.2\.1, which is no release/],
])('%s is refused', (_case, change, advice) => {
  expect(adviceFor(change)).toContainEqual(expect.stringMatching(advice))
})
