import { describe, expect, it } from 'vitest'
import { weakPasswords } from './weak.ts'

const isWeak = weakPasswords()
const person = { email: 'ann.marie84@mail.example', name: 'Ann-Marie O’Brien', clinicName: 'Lumen Dental' }

describe('a weak password is', () => {
  it.each(['123456', 'password', 'Password', 'QWERTY', 'letmein', 'iloveyou', '246810'])('common: %s', async (one) => {
    expect(await isWeak(one, person)).toBe(true)
  })

  it.each([
    'ann.marie84@mail.example',
    'ANN.MARIE84@mail.example',
    'ann.marie84',
    'marie84',
    'ann-marie o’brien',
    'AnnMarieOBrien',
    'brien2024',
    'Marie1',
    'marie_brien!',
    'Lumen Dental',
    'lumendental123',
    'Dental!!2026',
    'MarieLumen7',
  ])('made of the user’s or the clinic’s words: %s', async (one) => {
    expect(await isWeak(one, person)).toBe(true)
  })

  it.each(['abcdef', 'POIUYT', 'abc123', '84848484'])('a sequence or a repetition: %s', async (one) => {
    expect(await isWeak(one, person)).toBe(true)
  })

  it('a name with or without its accents', async () => {
    const josé = { ...person, name: 'José Núñez' }
    for (const one of ['núñez1', 'nunez1', 'josenunez']) expect(await isWeak(one, josé), one).toBe(true)
  })

  it('a short name alone, with digits', async () => {
    expect(await isWeak('li2024', { ...person, name: 'Li' })).toBe(true)
  })
})

it.each([
  'secret1',
  '12345',
  'password ',
  'a sound passphrase',
  'annular ring',
  'marie curie',
  '84 48 840',
  'brienne',
  '',
])('"%s" is not weak', async (one) => {
  expect(await isWeak(one, person)).toBe(false)
})
