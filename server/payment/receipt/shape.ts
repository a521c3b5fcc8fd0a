import { Direction, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs'
import type { Face } from './fonts.ts'

/** What is drawn, with its place from the start of its run, in ems. A letter is a glyph that stands for one character,
 *  and `undefined` for a character without a glyph of its own. A mark is a glyph that stands for no character. */
type Glyph =
  | { kind: 'letter'; id: number | undefined; character: string; x: number; y: number; advance: number }
  | { kind: 'mark'; id: number; x: number; y: number; advance: number }

/** Glyphs in one font and one direction, in the order of reading. `width` in ems. */
export type Run = { face: Face; isRightToLeft: boolean; glyphs: Glyph[]; width: number }

/** A glyph as it was shaped, in units of the font. */
type Shaped = { id: number; cluster: number; advance: number; x: number; y: number }

/** Shapes a part of a text. The rest of the text decides the forms of letters at its ends.
 *  @param end the first UTF-16 unit after it */
export function shapeRun(
  text: string,
  { start, end, face, isRightToLeft }: { start: number; end: number; face: Face; isRightToLeft: boolean },
): Run {
  const buffer = new HarfBuzzBuffer()
  buffer.addText(text, start, end - start)
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  buffer.guessSegmentProperties()
  shape(face.font, buffer)
  const places = buffer.getGlyphPositions()
  let pen = 0
  const shaped = buffer.getGlyphInfos().map(({ codepoint: id, cluster }, at): Shaped => {
    const { xAdvance: advance = 0, xOffset = 0, yOffset = 0 } = places[at] ?? {}
    const x = pen + xOffset
    pen += advance
    return { id, cluster, advance, x, y: yOffset }
  })
  const inEms = ({ x, y, advance }: Glyph) => ({
    ...{ x: x / face.unitsPerEm, y: y / face.unitsPerEm, advance: advance / face.unitsPerEm },
  })
  const glyphs = clustersOf(shaped, text.slice(0, end)).flatMap(({ parts, characters }) =>
    dealOut(isRightToLeft ? parts.toReversed() : parts, characters, isRightToLeft).map((glyph) => ({
      ...glyph,
      ...inEms(glyph),
    })),
  )
  return { face, isRightToLeft, glyphs, width: pen / face.unitsPerEm }
}

/** Groups glyphs by the characters that they were shaped from together, in the order of reading. */
function clustersOf(shaped: readonly Shaped[], text: string) {
  const clusters = [...Map.groupBy(shaped, ({ cluster }) => cluster)].sort(([one], [other]) => one - other)
  return clusters.map(([start, parts], at) => ({ parts, characters: [...text.slice(start, clusters[at + 1]?.[0])] }))
}

/** Deals the characters of a cluster out to its glyphs that take up room, one each in the order of reading, so that
 *  every reader gets the text in its order: also a vowel that is drawn before its consonant and spoken after it.
 *  Readers misplace a glyph that overlaps others or that stands for several characters. */
function dealOut(parts: readonly Shaped[], characters: readonly string[], isRightToLeft: boolean): Glyph[] {
  const letters = parts.filter(({ advance }) => advance > 0).slice(0, characters.length)
  const marks = parts.filter((part) => !letters.includes(part))
  const last = letters.at(-1) ?? parts[0]
  const x = last ? last.x + (isRightToLeft ? 0 : last.advance) : 0
  // A hole in the text would be a space.
  const widthOfMarks = marks.reduce((sum, { advance }) => sum + advance, 0)
  const widen = (part: Shaped) => part.advance + (part === last && !isRightToLeft ? widthOfMarks : 0)
  return [
    ...letters.map((part, at) => ({
      ...{ kind: 'letter' as const, ...part, character: characters[at] ?? '', advance: widen(part) },
    })),
    ...characters
      .slice(letters.length)
      .map((character) => ({ kind: 'letter' as const, id: undefined, character, x, y: 0, advance: 0 })),
    ...marks.map((part) => ({ kind: 'mark' as const, ...part })),
  ]
}
