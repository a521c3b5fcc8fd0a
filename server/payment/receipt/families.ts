import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A file of a font family, which has a part of its characters. */
export type FontFile = { url: string; ranges: readonly (readonly [first: number, last: number])[] }

// Families by the scripts that they are for. Characters that scripts share are looked for in all of them, in this
// order.
const scripts: readonly (readonly [family: string, characters: RegExp])[] = [
  ['noto-sans', /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Devanagari}]/u],
  ['noto-sans-arabic', /\p{scx=Arabic}/u],
  ['noto-sans-hebrew', /\p{scx=Hebrew}/u],
  ['noto-sans-thai', /\p{scx=Thai}/u],
  ['noto-sans-bengali', /\p{scx=Bengali}/u],
  ['noto-sans-gujarati', /\p{scx=Gujarati}/u],
  ['noto-sans-gurmukhi', /\p{scx=Gurmukhi}/u],
  ['noto-sans-kannada', /\p{scx=Kannada}/u],
  ['noto-sans-malayalam', /\p{scx=Malayalam}/u],
  ['noto-sans-oriya', /\p{scx=Oriya}/u],
  ['noto-sans-sinhala', /\p{scx=Sinhala}/u],
  ['noto-sans-tamil', /\p{scx=Tamil}/u],
  ['noto-sans-telugu', /\p{scx=Telugu}/u],
  ['noto-sans-thaana', /\p{scx=Thaana}/u],
  ['noto-sans-armenian', /\p{scx=Armenian}/u],
  ['noto-sans-georgian', /\p{scx=Georgian}/u],
  ['noto-sans-ethiopic', /\p{scx=Ethiopic}/u],
  ['noto-sans-khmer', /\p{scx=Khmer}/u],
  ['noto-sans-lao', /\p{scx=Lao}/u],
  ['noto-sans-myanmar', /\p{scx=Myanmar}/u],
]

/** Returns the families for a text, those of the character's script first. Chinese characters look different in Japan,
 *  Korea and Taiwan: the text's other letters decide, then the clinic's language (BCP 47).
 *  @param text the whole text, in which the character is */
export function familiesFor(character: string, text: string, language: string): string[] {
  const east = eastAsianFamilies(text, language)
  const others = scripts.map(([family]) => family)
  const own = scripts.filter(([, characters]) => characters.test(character)).map(([family]) => family)
  const isEastern = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u.test(character)
  return [...new Set([...(isEastern ? east : own), ...others, ...east])]
}

function eastAsianFamilies(text: string, language: string): string[] {
  const all = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr']
  const first = /[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text.replaceAll(/\p{scx=Han}/gu, ''))
    ? 'noto-sans-jp'
    : /\p{sc=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : familyOfLanguage(language)
  return [first, ...all.filter((family) => family !== first)]
}

function familyOfLanguage(language: string): string {
  const { language: spoken, script } = new Intl.Locale(language).maximize()
  if (spoken === 'ja') return 'noto-sans-jp'
  if (spoken === 'ko') return 'noto-sans-kr'
  return script === 'Hant' ? 'noto-sans-tc' : 'noto-sans-sc'
}

const families = new Map<string, Promise<FontFile[]>>()

/** Returns the files of a family. Their list is read once. */
export function filesOf(family: string): Promise<FontFile[]> {
  const known = families.get(family)
  if (known) return known
  const read = readFiles(family)
  families.set(family, read)
  // The next document tries again.
  read.catch(() => families.delete(family))
  return read
}

async function readFiles(family: string): Promise<FontFile[]> {
  const start = import.meta.resolve(`@fontsource-variable/${family}/package.json`)
  const parts: Record<string, string> = JSON.parse(
    await readFile(fileURLToPath(new URL('unicode.json', start)), 'utf8'),
  )
  return Object.entries(parts).map(([part, ranges]) => ({
    // Numbered parts are in brackets there, and not in the names of the files.
    url: new URL(`files/${family}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`, start).href,
    ranges: ranges.split(',').map(toRange),
  }))
}

/** @param range such as `U+0600-06FF` or `U+20AC` */
function toRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}
