const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
  ...{ ʼ: "'", '‘': "'", '’': "'", ʹ: "'", '`': "'", ˈ: "'" },
}
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')
// The class of fold.sql.
const marks = new RegExp(
  '[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670' +
    '\\u06d6-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]',
  'g',
)

/** Returns a text in small letters, without accents, as fold() of the database does. */
export function fold(text: string): string {
  const small = text.normalize('NFKD').toLowerCase()
  return small
    .replace(letter, (each) => letters[each] ?? each)
    .replace(marks, '')
    .normalize('NFC')
}

/** Returns a name as names are compared: Björn, Bjoern and Bjorn are one. The same as name_key() of the database. */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/([aou])e+/g, '$1')
    .replace(/aa+/g, 'a')
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spellUmlauts = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (each) => umlauts[each] ?? each)

/** Returns a function that tells whether a text contains each word of `search`, with umlauts in every spelling. As in
 *  search_beginnings(), their end differs only as whole words: 'Joe' is in 'Jö', not in 'John'. */
export function finderOf(search: string): (text: string) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return (text) => {
    const key = nameKey(text)
    const forms = [fold(text), fold(spellUmlauts(text)), key]
    const isIn = (word: string) => forms.some((form) => form.includes(word))
    return words.every((word) => isIn(word) || isIn(inside(word)) || key.split(sign).includes(nameKey(word)))
  }
}

const sign = /[^\p{L}\p{N}]+/u
const inside = (word: string) => word.replace(/([aou])e+(?=[a-z])/g, '$1').replace(/aa+(?=[a-z])/g, 'a')
