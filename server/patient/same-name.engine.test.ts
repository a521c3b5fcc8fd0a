import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finderOf, fold, nameKey } from '#contract/kit/text/fold.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient } from '#server/database/schema/patient.ts'
import { searchPairs } from '#server/patient/testing/search-pairs.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { findDuplicates } from './duplicates.ts'
import { searchPatients } from './search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** Spellings of one name. */
const same = [
  ['Björn Groß', 'Bjoern Gross', 'Bjorn Gross', 'BJÖRN GROSS', 'Bjo\u0308rn Groß', 'BJOERN GROẞ'],
  ['Zoë Müller', 'Zoe Mueller', 'Zoë Muller'],
  ['Jörg Schäfer', 'Joerg Schaefer', 'Jorg Schafer', 'Jörg Schaefer'],
  ['Håkon Ågård', 'Haakon Aagaard', 'Hakon Agard'],
  ['Søren Ærø', 'Soeren Aeroe', 'Soren Aero'],
  ['Łukasz Żak', 'Lukasz Zak'],
  ['Pat O’Brien', "Pat O'Brien"],
]
const pairs = same.flatMap((names) => names.flatMap((one) => names.map((other) => [one, other] as const)))
const different = [
  ['Joe', 'John'],
  ['Sue', 'Susan'],
  ['Gross', 'Gros'],
  ['Anna', 'Ana'],
] as const

const keysOf = async (names: readonly string[]) => {
  const rows = await selectRows<{ fold: string; key: string }>(
    database.db,
    sql`
    select fold(name), name_key(name) as key from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)
      with ordinality as given(name, at) order by at`,
  )
  return rows
}

/** Whether the lists of accounts and dentists find a name. */
async function isFound(name: string, search: string) {
  const rows = await selectRows<{ found: boolean }>(
    database.db,
    sql`select search_words(${name}) @@ search_beginnings(${search}) as found`,
  )
  return rows[0]?.found
}

describe('one name', () => {
  it.each(pairs)('%s is %s for the desk, the search and the day', async (stored, typed) => {
    const id = randomUUID()
    const birthDate = '1984-05-03'
    await database.db.delete(patient)
    await database.db.insert(patient).values({ id, name: stored, birthDate })
    const found = await findDuplicates(database.db, { name: typed, birthDate, phones: [], email: '' }, 'DE')
    expect(found.map((one) => one.id)).toEqual([id])
    const searched = await searchPatients(database.db, { search: typed, country: 'DE', limit: 10 })
    expect(searched.map((one) => one.id)).toEqual([id])
    expect(await isFound(stored, typed)).toBe(true)
    expect(finderOf(typed)(`Seen at nine: ${stored}`)).toBe(true)
    expect(nameKey(stored)).toBe(nameKey(typed))
  })

  it.each(different)('%s is not %s', async (one, other) => {
    const [first, second] = await keysOf([one, other])
    expect(first?.key).not.toBe(second?.key)
    expect(await isFound(other, one)).toBe(false)
    expect(finderOf(one)(other)).toBe(false)
  })
})

it('pages fold names as the database does', async () => {
  const parts = fc.constantFrom(...'äöüßåøæœaeousn\u0308\u0301 İıŁłðÞΣςσ’`´-Éмй'.split(''))
  const generated = fc
    .sample(fc.array(parts, { maxLength: 12 }), { numRuns: 500, seed: 1 })
    .map((each) => each.join(''))
  const names = [...same.flat(), ...searchPairs.map(({ stored }) => stored.name), ...generated]
  const keys = await keysOf(names)
  expect(keys).toEqual(names.map((name) => ({ fold: fold(name), key: nameKey(name) })))
})

it('a name stays one name however its umlauts are spelt', () => {
  const spellings: Record<string, string[]> = {
    ...{
      ä: ['ä', 'ae', 'a', 'a\u0308'],
      ö: ['ö', 'oe', 'o'],
      ü: ['ü', 'ue', 'u'],
      å: ['å', 'aa', 'a'],
      ß: ['ß', 'ss'],
    },
  }
  const spelt = fc
    .array(fc.constantFrom(...'äöüåßaeoun -'.split('')), { maxLength: 10 })
    .chain((letters) =>
      fc.tuple(
        ...[1, 2].map(() => fc.tuple(...letters.map((each) => fc.constantFrom(...(spellings[each] ?? [each]))))),
      ),
    )
  fc.assert(
    fc.property(spelt, ([one = [], other = []]) => {
      expect(nameKey(one.join(''))).toBe(nameKey(other.join('')))
    }),
  )
})
