import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { searchPairs } from '#server/patient/testing/search-pairs.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { searchPatients } from './search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  for (const { stored } of searchPairs) await add(stored)
  // Their numbers share fewer than six digits in a row with each number of the pairs.
  for (const number of ['646 555 7788', '020 7946 1234', '+966 50 123 9999', '090-1234-9999', '+49 170 1239999'])
    await add({ name: `Stranger ${number}`, phone: number })
})
afterAll(() => database.close())

async function add({ phone, ...values }: { name: string; email?: string; birthDate?: IsoDate; phone?: string }) {
  const id = randomUUID()
  await database.db.insert(patient).values({ id, ...values })
  if (phone !== undefined) await database.db.insert(patientPhone).values({ patientId: id, number: phone })
}

const find = async (search: string, country = 'US') =>
  (await searchPatients(database.db, { search, country, limit: 10 })).map(({ name }) => name)

const cases = searchPairs.flatMap(({ stored, typed, country }) =>
  typed.map(
    (text) => [stored.phone ?? stored.email ?? stored.birthDate ?? stored.name, text, stored.name, country] as const,
  ),
)

it('has thirty pairs and more', () => {
  expect(cases.length).toBeGreaterThanOrEqual(30)
})

it.each(cases)('%s is found by %s, and nobody else is', async (_stored, typed, name, country) => {
  const found = await find(typed, country)
  expect(found).toContain(name)
  expect(found.filter((one) => one.startsWith('Stranger'))).toEqual([])
})

describe('a record', () => {
  it('that was merged or erased is not found', async () => {
    const [kept, former, erased] = [randomUUID(), randomUUID(), randomUUID()]
    await database.db.insert(patient).values([
      { id: kept, name: 'Quentin Kept' },
      { id: former, name: 'Quentin Former', mergedInto: kept },
      { id: erased, name: 'Quentin Erased', erasedAt: new Date() },
    ])
    await database.db.insert(patientPhone).values({ patientId: former, number: '303 555 0199' })
    expect(await find('quentin')).toEqual(['Quentin Kept'])
  })
})
