import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Blob, Font, Face as HarfBuzzFace } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'
import { type FontFile, familiesFor, filesOf } from './families.ts'

/** Weights of the fonts in a PDF. */
export type Weight = 400 | 700

/** A font file at one weight. `ascent` and `descent` are above and below the baseline, in units of the font, as are all
 *  measures of `font`. */
export type Face = { name: string; file: Buffer; font: Font; unitsPerEm: number; ascent: number; descent: number }

/** The site's font. */
const own = 'figtree'

// A file takes up to 300 kB of memory, and 5 to 150 ms to open.
const faces = new LRUCache<string, Promise<Face>>({ max: 48 })

function openFace({ url }: FontFile, weight: Weight): Promise<Face> {
  const name = `${url.slice(url.lastIndexOf('/') + 1).replace('-wght-normal.woff2', '')}-${weight}`
  const known = faces.get(name)
  if (known) return known
  const opened = readFace(name, url, weight)
  faces.set(name, opened)
  // The next document tries again.
  opened.catch(() => faces.delete(name))
  return opened
}

async function readFace(name: string, url: string, weight: Weight): Promise<Face> {
  const options = { keepAllGlyphs: true, targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
  const file = await subsetFont(await readFile(fileURLToPath(url)), undefined, options)
  const face = new HarfBuzzFace(new Blob(file))
  const font = new Font(face)
  const { ascender, descender } = font.hExtents()
  return { name, file, font, unitsPerEm: face.upem, ascent: ascender, descent: -descender }
}

/** Returns the first of some families' faces that has a character. */
async function findFace(families: readonly string[], codePoint: number, weight: Weight): Promise<Face | undefined> {
  for (const family of families) {
    const files = await filesOf(family)
    for (const file of files.filter(({ ranges }) => ranges.some(([a, z]) => a <= codePoint && codePoint <= z))) {
      const face = await openFace(file, weight)
      // The list of a file has characters that the file lacks.
      if (hasCharacter(face, codePoint)) return face
    }
  }
  return undefined
}

const hasCharacter = ({ font }: Face, codePoint: number) => (font.nominalGlyph(codePoint) ?? 0) > 0

/** Characters that belong to the letter or the word before them, in whichever font. */
const shared = /[\p{sc=Common}\p{sc=Inherited}]/u

/** Characters that need no glyph, such as marks of direction. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

const space = 32

/** Returns the face of each UTF-16 unit of a text. A text that the site's font lacks a letter of is in Noto Sans as a
 *  whole, because one word in two fonts looks broken. Files are opened when a text needs them. What no font has is in
 *  the first one, as its sign for that.
 *  @param language the clinic's (BCP 47) */
export async function facesOf(text: string, weight: Weight, language: string): Promise<Face[]> {
  const ownFaces = await facesIn(text, weight, () => [own])
  if (ownFaces.isComplete) return ownFaces.faces
  return (await facesIn(text, weight, (character) => familiesFor(character, text, language))).faces
}

async function facesIn(text: string, weight: Weight, familiesOf: (character: string) => string[]) {
  const chosen: (Face | undefined)[] = []
  const known = new Map<string, Face | undefined>()
  let isComplete = true
  let last: Face | undefined
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (!invisible.test(character) && !(last && shared.test(character) && hasCharacter(last, codePoint))) {
      if (!known.has(character)) known.set(character, await findFace(familiesOf(character), codePoint, weight))
      const found = known.get(character)
      isComplete &&= found !== undefined
      last = found ?? last ?? (await findFace([own], space, weight))
    }
    for (let unit = 0; unit < character.length; unit += 1) chosen.push(last)
  }
  // Invisible characters at the beginning belong to what follows.
  const first = chosen.find((face) => face !== undefined) ?? (await findFace([own], space, weight))
  if (!first) throw new Error('The fonts of receipts are missing')
  return { faces: chosen.map((face) => face ?? first), isComplete }
}
