import { expect, it } from 'vitest'
import { type Line, layOut } from './lines.ts'

const lay = (text: string, width = 100, language = 'en') => layOut(text, { weight: 400, width, language })
const lettersOf = ({ runs }: Line) => runs.flatMap(({ glyphs }) => glyphs).filter(({ kind }) => kind === 'letter')
const textOf = (line: Line) =>
  lettersOf(line)
    .map((glyph) => ('character' in glyph ? glyph.character : ''))
    .join('')
const fontsOf = async (text: string, language?: string) => {
  const { lines } = await lay(text, 100, language)
  return [...new Set(lines.flatMap(({ runs }) => runs.map(({ face }) => face.name)))]
}

const names = [
  'Zoë',
  'أدا محمد',
  'שָׁלוֹם',
  '王小明',
  'さくら',
  '김민수',
  'สุขใจ',
  'प्रिया',
  'কৃষ্ণা',
  'பிரியா',
  'ప్రియ',
  'ಪ್ರಿಯಾ',
  'પ્રિયા',
  'ਪ੍ਰਿਆ',
  'പ്രിയ',
  'ପ୍ରିୟା',
  'ප්‍රියා',
  'ສຸກ',
  'သူ',
  'សុខ',
  'Արամ',
  'გიორგი',
  'ነጋ',
  'އަލީ',
  'Ελένη',
  'Иван',
  'Hằng',
]

it.each(names)('has a glyph for each letter of %s', async (name) => {
  const { lines } = await lay(name)
  const ids = lines.flatMap(({ runs }) => runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)))
  expect(ids).not.toContain(0)
  expect(lines.map(textOf)).toEqual([name.normalize('NFC')])
})

it('joins Arabic letters, and draws a Hindi vowel before the consonant that it follows', async () => {
  const idsOf = async (text: string) => (await lay(text)).lines.flatMap(lettersOf).map(({ id }) => id)
  const [alone] = await idsOf('م')
  const joined = await idsOf('ممم')
  expect(new Set([alone, ...joined]).size).toBe(4)
  const [consonant] = await idsOf('क')
  expect((await idsOf('कि')).indexOf(consonant)).toBe(1)
})

it('keeps mixed names in their order: each word from its own side, the words from left to right', async () => {
  const { lines, isReversed } = await lay('Ada أدا Lovelace')
  const [line] = lines
  if (!line) throw new Error('There is no line')
  const places = line.runs.flatMap((run) =>
    run.glyphs.flatMap((glyph) => (glyph.kind === 'letter' ? [{ text: glyph.character, x: run.x + glyph.x }] : [])),
  )
  const seen = places.toSorted((a, b) => a.x - b.x).map(({ text }) => text)
  expect(seen.join('').normalize('NFC')).toBe('Ada ادأ Lovelace')
  expect(isReversed).toBe(true)
  expect((await lay('Ada Lovelace')).isReversed).toBe(false)
})

// PDFium and Poppler tear words apart at letters that overlap.
it.each(['مُحَمَّد', 'কৃষ্ণা দাস', 'সুখ', 'សុខ ស្រីមុំ', 'น้ำทิพย์'])('has no letter of %s over another', async (name) => {
  const { lines } = await lay(name)
  for (const { isRightToLeft, glyphs } of lines.flatMap(({ runs }) => runs)) {
    const letters = glyphs.filter(({ kind }) => kind === 'letter')
    let end = 0
    for (const { x, advance } of isRightToLeft ? letters.toReversed() : letters) {
      expect(x).toBeGreaterThan(end - 0.1)
      end = x + advance
    }
  }
})

it('opens a font only for a text that needs it, and has a text in one family where that is possible', async () => {
  expect(await fontsOf('Zoë Müller')).toEqual(['figtree-latin-400'])
  expect(await fontsOf('Ann Ελένη')).toEqual(['noto-sans-latin-400', 'noto-sans-greek-400'])
  expect(await fontsOf('نور')).toEqual(['noto-sans-arabic-arabic-400'])
})

it.each([
  ['王', 'en', 'sc'],
  ['王', 'zh-TW', 'tc'],
  ['王', 'ja', 'jp'],
  ['王さくら', 'en', 'jp'],
  ['王김', 'en', 'kr'],
])('shows %s in a clinic of %s in the font %s', async (text, language, font) => {
  expect((await fontsOf(text, language)).every((name) => name.startsWith(`noto-sans-${font}-`))).toBe(true)
})

it.each([
  ['Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim(), 20],
  ['ความสุขอยู่ที่ใจของเราทุกคน'.repeat(3), 10],
  ['王小明陳大文'.repeat(5), 6],
  ['محمد الأحمد '.repeat(5).trim(), 6],
  ['x'.repeat(50), 5],
])('breaks %s into lines that fit, and loses no letter', async (text, width) => {
  const { lines } = await lay(text, width)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line.width).toBeLessThanOrEqual(width)
  expect(lines.map(textOf).join('').replaceAll(' ', '')).toBe(text.normalize('NFC').replaceAll(' ', ''))
})

it('breaks lines where the text does, and before no sign', async () => {
  const { lines } = await lay('One\nTwo\r\n\nThree')
  expect(lines.map(textOf)).toEqual(['One', 'Two', '', 'Three'])
})
