import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())

const cleaning = async () => {
  const found = (await desk.staff.calendar()).treatments.find(({ name }) => name === 'Teeth Cleaning')
  if (!found) throw new Error('no Teeth Cleaning')
  const { _id, name, price, durationMinutes, bufferMinutes } = found
  return { treatmentId: _id, treatment: { name, price, durationMinutes, bufferMinutes } }
}
const change = async (category?: string) => {
  const { treatmentId, treatment } = await cleaning()
  const { version } = await desk.staff.calendar()
  return desk.staff.send({
    version,
    change: { kind: 'change-treatment', treatmentId, treatment: { ...treatment, category } },
  })
}
const categoriesIn = async (url: string) => {
  const listed: { name: string; category?: string }[] = (await desk.server.app.inject(url)).json()
  return listed.map(({ name, ...more }) => [name, 'category' in more ? more.category : 'absent'])
}
const available = '/available?date=May%204,%202026'

it('a category shows to admins and patients, stays when it is not named, and is absent once it is empty', async () => {
  expect((await change('Prevention')).statusCode).toBe(200)
  for (const url of ['/service', available]) {
    const categories = await categoriesIn(url)
    expect(categories).toContainEqual(['Teeth Cleaning', 'Prevention'])
    expect(categories.filter(([, category]) => category === 'absent')).toHaveLength(categories.length - 1)
  }
  expect((await change()).statusCode).toBe(200)
  const { treatments } = await desk.staff.calendar()
  expect(treatments.filter(({ category }) => category).map(({ name, category }) => [name, category])).toEqual([
    ['Teeth Cleaning', 'Prevention'],
  ])
  expect((await change('')).statusCode).toBe(200)
  for (const url of ['/service', available])
    expect(await categoriesIn(url)).toContainEqual(['Teeth Cleaning', 'absent'])
})

it('a new treatment can have a category', async () => {
  const treatment = { name: 'Braces', price: 900, durationMinutes: 30, bufferMinutes: 0, category: 'Straight teeth' }
  await desk.staff.change({ kind: 'add-treatment', treatment })
  expect(await categoriesIn('/service')).toContainEqual(['Braces', 'Straight teeth'])
})

it('a category has at most 60 characters', async () => {
  expect((await change('x'.repeat(60))).statusCode).toBe(200)
  const refused = await change('x'.repeat(61))
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { 'change.treatment.category': 'Must be 60 characters or shorter' },
  ])
})
