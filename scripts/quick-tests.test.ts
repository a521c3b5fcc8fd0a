import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeLeftOut, leftOut, quickJourneys, quickOnPglite } from '#testbed/quick-tests.ts'

it('names only files that exist, so that none is run or left out by a former name', () => {
  expect([...leftOut, ...quickOnPglite, ...quickJourneys].filter((file) => !existsSync(file))).toEqual([])
})

it('says what the quick run leaves out', () => {
  expect(describeLeftOut(true)).toMatch(
    /^Left out: \d+ files of long unit tests, \d+ files of engine tests on PGlite, \d+ files of journeys\. npm run test:all runs everything\.$/,
  )
  expect(describeLeftOut(false)).not.toContain('PGlite')
})
