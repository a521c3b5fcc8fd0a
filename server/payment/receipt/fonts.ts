import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { toSfnt } from './sfnt.ts'

/** Weights of the fonts in a PDF. */
export type Weight = 400 | 700

/** A font file, and the code points that it has. */
type Face = { name: string; file: Buffer; codePoints: ReadonlySet<number> }
/** The site's font, and one with scripts that it lacks. Each file has a part of the characters. */
type Families = { own: readonly Face[]; further: readonly Face[] }
export type Faces = Record<Weight, Families>

const own = ['latin', 'latin-ext']
const further = ['latin', 'vietnamese', 'greek', 'cyrillic', 'latin-ext', 'greek-ext', 'cyrillic-ext']

let opened: Promise<Faces> | undefined

/** Returns the fonts of PDFs. They are read once. */
export function openFaces(): Promise<Faces> {
  opened ??= Promise.all([readFamilies(400), readFamilies(700)]).then(([regular, bold]) => ({
    400: regular,
    700: bold,
  }))
  // The next document tries again.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const figtree = new URL('files/figtree-', import.meta.resolve('@fontsource/figtree/package.json'))
const noto = new URL('files/noto-sans-', import.meta.resolve('@fontsource/noto-sans/package.json'))

async function readFamilies(weight: Weight): Promise<Families> {
  const urls = (start: URL, parts: readonly string[]) => parts.map((part) => `${start}${part}-${weight}-normal.woff`)
  return { own: await readFaces(urls(figtree, own)), further: await readFaces(urls(noto, further)) }
}

function readFaces(urls: readonly string[]): Promise<Face[]> {
  return Promise.all(
    urls.map(async (url) => {
      const file = toSfnt(await readFile(fileURLToPath(url)))
      return { name: url, file, codePoints: new Set((create(file) as Font).characterSet) }
    }),
  )
}

/** A piece of text in one font. */
export type Run = { text: string; face: Face }

/** Splits a text into pieces that one file has each. A text that the site's font lacks a letter of is in the other font
 *  as a whole, because one word in two fonts looks broken. `isComplete`: the fonts have all characters; one that they
 *  lack is shown as the first font's sign for that. */
export function toRuns(text: string, families: Families): { runs: Run[]; isComplete: boolean } {
  const characters = [...text.normalize('NFC')]
  const pick = (faces: readonly Face[], character: string) =>
    faces.find(({ codePoints }) => codePoints.has(character.codePointAt(0) ?? 0))
  const isOwn = characters.every((character) => character === '\n' || pick(families.own, character))
  const faces = isOwn ? families.own : [...families.further, ...families.own]
  const [first] = faces
  if (!first) throw new Error('There is no font')
  const runs: Run[] = []
  let isComplete = true
  for (const character of characters) {
    const face = pick(faces, character)
    isComplete &&= face !== undefined || character === '\n'
    const last = runs.at(-1)
    if (last && last.face === (face ?? first)) last.text += character
    else runs.push({ text: character, face: face ?? first })
  }
  return { runs, isComplete }
}
