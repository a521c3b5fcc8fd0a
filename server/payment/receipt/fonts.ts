import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { toSfnt } from './sfnt.ts'

/** Weights of the fonts in a PDF. */
export type Weight = 400 | 700

/** A font file, and the code points that it has. */
export type Face = { name: string; file: Buffer; codePoints: ReadonlySet<number> }
export type Faces = Record<Weight, readonly Face[]>

// The site's font, then one with the scripts that it lacks. Each file has a part of the characters.
const parts = [
  ['figtree', 'latin'],
  ['figtree', 'latin-ext'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'greek-ext'],
  ['noto-sans', 'cyrillic-ext'],
] as const

let opened: Promise<Faces> | undefined

/** Returns the fonts of PDFs, in order of preference. They are read once. */
export function openFaces(): Promise<Faces> {
  opened ??= Promise.all([readFaces(400), readFaces(700)]).then(([regular, bold]) => ({ 400: regular, 700: bold }))
  return opened
}

function readFaces(weight: Weight): Promise<Face[]> {
  return Promise.all(
    parts.map(async ([family, part]) => {
      const path = `@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`
      const file = toSfnt(await readFile(fileURLToPath(import.meta.resolve(path))))
      return { name: `${family}-${part}-${weight}`, file, codePoints: new Set((create(file) as Font).characterSet) }
    }),
  )
}

/** A piece of text in one font. */
export type Run = { text: string; face: Face }

/** Splits a text into pieces that one font has each. `isComplete`: the fonts have all characters; one that they lack is
 *  shown as the first font's sign for that. */
export function toRuns(text: string, faces: readonly Face[]): { runs: Run[]; isComplete: boolean } {
  const [first] = faces
  if (!first) throw new Error('There is no font')
  const runs: Run[] = []
  let isComplete = true
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // The font of the letter before it, so that a space does not part a name.
    const isIn = (one: Face | undefined) => one?.codePoints.has(codePoint)
    const face = character === ' ' && isIn(last?.face) ? last?.face : faces.find(isIn)
    isComplete &&= face !== undefined
    if (last && last.face === (face ?? first)) last.text += character
    else runs.push({ text: character, face: face ?? first })
  }
  return { runs, isComplete }
}
