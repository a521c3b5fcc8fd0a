import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'

const treatment = (...doctorIds: string[]) => ({
  ...{ _id: 'a', name: 'Teeth Cleaning', price: 59, minutes: 30, description: '', reasons: [] },
  doctorIds,
})
const doctors = ['Dr. Holm', 'Dr. Brandt', 'Dr. Lund'].map((name) => ({
  ...{ _id: name, name, img: '', specialty: '', languages: '', sentence: '' },
}))

test.each([
  [treatment(), '30 min'],
  [treatment('Dr. Holm'), '30 min · with Dr. Holm'],
  [treatment('Dr. Holm', 'Dr. Lund'), '30 min · with Dr. Holm or Dr. Lund'],
  [treatment('Dr. Holm', 'Dr. Brandt', 'Dr. Lund'), '30 min · with 3 dentists'],
])('a card says how long %j takes and who performs it: %s', (one, facts) => {
  expect(factsOf(one, doctors)).toBe(facts)
})
