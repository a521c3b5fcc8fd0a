import bidiFactory, { type EmbeddingLevels } from 'bidi-js'
import LineBreaker from 'linebreak'
import { facesOf, type Weight } from './fonts.ts'
import { type Run, shapeRun } from './shape.ts'

/** A line of text. Each run has its place from the left, in ems, and they are in the order of reading. `width`, and
 *  `ascent` and `descent` from the baseline, in ems. */
export type Line = { runs: (Run & { x: number })[]; width: number; ascent: number; descent: number }

/** A part of a text: its first UTF-16 unit, and the first one after it. */
type Part = { start: number; end: number }

// The package's types describe another of its files.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** Lays a text out in lines of at most a width, in ems. Lines read from left to right, like the words around them; in
 *  these, words of other scripts run in their own direction (UAX #9).
 *  @param language the clinic's (BCP 47)
 *  @returns `isReversed`: a part of it runs from right to left */
export async function layOut(
  text: string,
  { weight, width, language }: { weight: Weight; width: number; language: string },
): Promise<{ lines: Line[]; isReversed: boolean }> {
  const lines: Line[] = []
  let isReversed = false
  for (const paragraph of text.normalize('NFC').split(/\r\n|[\r\n\u2028\u2029]/)) {
    // Other signs of control have no form.
    const words = paragraph.replaceAll(/\p{Cc}/gu, ' ')
    const faces = await facesOf(words || ' ', weight, language)
    const levels = bidi.getEmbeddingLevels(words, 'ltr')
    isReversed ||= levels.levels.some((level) => level % 2 === 1)
    const lineOf = (part: Part) => toLine(words, part, levels, faces)
    lines.push(...breakLines(words, width, (part) => lineOf(part).width).map(lineOf))
  }
  return { lines, isReversed }
}

type Faces = Awaited<ReturnType<typeof facesOf>>

function toLine(text: string, { start, end }: Part, levels: EmbeddingLevels, faces: Faces): Line {
  const runs = partsIn({ start, end }, (at) => [levels.levels[at], faces[at]]).map((part) => {
    const face = faces[part.start]
    if (!face) throw new Error('A letter has no font')
    return { ...part, ...shapeRun(text, { ...part, face, isRightToLeft: (levels.levels[part.start] ?? 0) % 2 === 1 }) }
  })
  const seen = end > start ? bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end) : []
  let width = 0
  const places = new Map<Run, number>()
  for (const run of runs.toSorted((a, b) => seen.indexOf(a.start) - seen.indexOf(b.start))) {
    places.set(run, width)
    width += run.width
  }
  const used = runs.length > 0 ? runs.map(({ face }) => face) : faces.slice(0, 1)
  return {
    runs: runs.map((run) => ({ ...run, x: places.get(run) ?? 0 })),
    width,
    ascent: Math.max(...used.map(({ ascent, unitsPerEm }) => ascent / unitsPerEm)),
    descent: Math.max(...used.map(({ descent, unitsPerEm }) => descent / unitsPerEm)),
  }
}

/** Splits a part where one of the `traits` of a UTF-16 unit changes. */
function partsIn({ start, end }: Part, traits: (at: number) => readonly unknown[]): Part[] {
  const parts: Part[] = []
  for (let at = start; at < end; at += 1) {
    const last = parts.at(-1)
    const before = last && traits(last.start)
    if (last && traits(at).every((trait, index) => trait === before?.[index])) last.end = at + 1
    else parts.push({ start: at, end: at + 1 })
  }
  return parts
}

/** Breaks a text into lines that fit: between words, or within one that is too long. */
function breakLines(text: string, width: number, measure: (part: Part) => number): Part[] {
  const fits = (part: Part) => measure(trimmed(text, part)) <= width
  const lines: Part[] = []
  for (const word of partsAt(text, 0, wordEnds(text)).flatMap((part) => splitLong(text, part, fits))) {
    const last = lines.at(-1)
    if (last && fits({ start: last.start, end: word.end })) last.end = word.end
    else lines.push({ ...word })
  }
  return lines.length === 0 ? [{ start: 0, end: 0 }] : lines.map((line) => trimmed(text, line))
}

/** Splits a part that is wider than a line: between words of a script that writes no spaces, and else letters. */
function splitLong(text: string, part: Part, fits: (part: Part) => boolean): Part[] {
  if (fits(part)) return [part]
  const inside = text.slice(part.start, part.end)
  const split = (granularity: 'word' | 'grapheme') =>
    partsAt(
      text,
      part.start,
      [...new Intl.Segmenter(undefined, { granularity }).segment(inside)].map(
        ({ index, segment }) => part.start + index + segment.length,
      ),
    )
  const words = split('word')
  return words.length > 1 ? words.flatMap((word) => splitLong(text, word, fits)) : split('grapheme')
}

function partsAt(text: string, start: number, ends: readonly number[]): Part[] {
  return [start, ...ends]
    .map((begin, at) => ({ start: begin, end: ends[at] ?? text.length }))
    .slice(0, ends.length)
    .filter((part) => part.end > part.start)
}

function wordEnds(text: string): number[] {
  const breaker = new LineBreaker(text)
  const ends: number[] = []
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) ends.push(next.position)
  return ends
}

/** Leaves out the spaces at the end of a line. */
function trimmed(text: string, { start, end }: Part): Part {
  return { start, end: start + text.slice(start, end).trimEnd().length }
}
