import type PDFDocument from 'pdfkit'
import { type EmbeddedFace, embedFace, hex } from './embed.ts'
import type { Face } from './fonts.ts'
import type { Line } from './lines.ts'
import type { Run } from './shape.ts'

type Doc = InstanceType<typeof PDFDocument>

/** Where a line is drawn: its left end and its baseline from the top of the page, and its size, in points. */
type Place = { x: number; y: number; size: number; color: string }

/** Returns functions that draw lines of text in a document, and write its fonts at its end. */
export function openText(doc: Doc) {
  const embedded = new Map<Face, EmbeddedFace>()
  const use = (face: Face) => {
    const known = embedded.get(face) ?? embedFace(doc, face, embedded.size + 1)
    embedded.set(face, known)
    doc.page.fonts[known.key] = known.object
    return known
  }
  return {
    draw(line: Line, place: Place) {
      doc.save().fillColor(place.color)
      for (const run of line.runs) drawRun(doc, run, use(run.face), place)
      doc.restore()
    },
    end() {
      for (const face of embedded.values()) face.end()
    },
  }
}

function drawRun(doc: Doc, run: Line['runs'][number], font: EmbeddedFace, place: Place) {
  const { size, x, y } = place
  const from = (x + run.x * size).toFixed(3)
  // Coordinates of text grow upwards.
  doc.save().transform(1, 0, 0, -1, 0, doc.page.height)
  doc.addContent(
    `BT /${font.key} ${size} Tf 1 0 0 1 ${from} ${(doc.page.height - y).toFixed(3)} Tm ${lettersOf(run, font, size)} ET`,
  )
  doc.restore()
  const scale = size / run.face.unitsPerEm
  for (const mark of run.glyphs.filter(({ kind }) => kind === 'mark')) {
    doc.save().translate(x + (run.x + mark.x) * size, y - mark.y * size)
    doc
      .scale(scale, -scale)
      .path(run.face.font.glyphToPath(Number(mark.id)))
      .fill()
    doc.restore()
  }
}

/** Returns the operators that show the letters of a run. They go from left to right, as readers expect, which turn
 *  letters that run from right to left around. */
function lettersOf({ glyphs, isRightToLeft }: Run, font: EmbeddedFace, size: number): string {
  let [operators, at, height] = ['', 0, 0]
  for (const glyph of isRightToLeft ? glyphs.toReversed() : glyphs) {
    if (glyph.kind === 'mark') continue
    const code = font.codeOf(glyph)
    if (glyph.y !== height) operators += `] TJ ${(glyph.y * size).toFixed(3)} Ts [`
    const gap = Math.round((at - glyph.x) * 1000)
    operators += gap === 0 ? `<${hex(code)}>` : `${gap}<${hex(code)}>`
    at += Math.round(glyph.advance * 1000) / 1000 - gap / 1000
    height = glyph.y
  }
  return `[${operators}] TJ 0 Ts`
}
