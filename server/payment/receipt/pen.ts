import PDFDocument from 'pdfkit'
import { openText } from './draw.ts'
import type { Weight } from './fonts.ts'
import { type Line, layOut } from './lines.ts'

type Style = { size?: number; weight?: Weight; color?: string }
type Cell = { text: string; x: number; width: number; align?: 'right' } & Style
type Row = { isHead?: boolean; cells: readonly Cell[] }
type Doc = InstanceType<typeof PDFDocument>
type Sheet = { doc: Doc; root: PDFKit.PDFStructureElement; text: ReturnType<typeof openText>; language: string }

/** A cell whose lines are known. `height` in points. `isReversed`: a part of it runs from right to left. */
type LaidOut = { cell: Cell; lines: Line[]; height: number; isReversed: boolean }

const ink = '#3a4256'
/** The color of secondary text. */
export const quiet = '#5a6478'
const edge = '#d5dee2'
const margin = 56
const lineGap = 2
const padding = { top: 7, bottom: 5 }

/** Opens a PDF of one size, tagged for screen readers. Returns functions that write to it, from top to bottom.
 *  Coordinates and sizes in points.
 *  @param language the clinic's (BCP 47), by which the font of Chinese characters is chosen */
export async function openPen({ title, size, language }: { title: string; size: 'A4' | 'LETTER'; language: string }) {
  const doc = new PDFDocument({
    ...{ size, margin, pdfVersion: '1.7', tagged: true, lang: 'en', displayTitle: true },
    info: { Title: title },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = { doc, root, text: openText(doc), language }
  return {
    left: margin,
    width: doc.page.width - 2 * margin,
    block: (...block: Block) => addBlock(sheet, ...block),
    table: (rows: readonly Row[]) => addTable(sheet, rows),
    /** Ends the document and returns its bytes. */
    end(): Promise<Buffer> {
      root.end()
      sheet.text.end()
      doc.end()
      return done
    },
  }
}
export type Pen = Awaited<ReturnType<typeof openPen>>

type Block = [type: 'H1' | 'H2' | 'P', text: string, style?: Style & { gap?: number }]

/** Writes a block of text below what was written last, with a `gap` before it. */
async function addBlock(sheet: Sheet, ...[type, text, { gap = 0, ...style } = {}]: Block) {
  const { doc, root } = sheet
  const block = await layOutCell(sheet, { text, x: margin, width: doc.page.width - 2 * margin, ...style })
  const top = doc.y + gap
  root.add(
    doc.struct(type, spoken(block), () => {
      doc.y = write(sheet, block, top)
    }),
  )
}

/** Writes rows of cells, each with a line below it. A row of two cells has its head on the left. */
async function addTable(sheet: Sheet, rows: readonly Row[]) {
  const { doc, root } = sheet
  const table = doc.struct('Table')
  root.add(table)
  for (const { isHead = false, cells } of rows) {
    const row = doc.struct('TR')
    table.add(row)
    const all = await Promise.all(cells.map((cell) => layOutCell(sheet, cell)))
    // Fonts differ in height, and the cells of a row share a baseline.
    const ascent = Math.max(...all.map(ascentOf))
    const tallest = Math.max(...all.map((each) => ascent - ascentOf(each) + each.height))
    if (doc.y + tallest + padding.top + padding.bottom > doc.page.height - margin) doc.addPage()
    const top = doc.y + padding.top
    let bottom = top
    for (const [at, each] of all.entries()) {
      const type = isHead || (at === 0 && cells.length === 2) ? 'TH' : 'TD'
      row.add(
        doc.struct(type, spoken(each), () => {
          bottom = Math.max(bottom, write(sheet, each, top, ascent))
        }),
      )
    }
    row.end()
    doc.y = bottom + padding.bottom
    drawLine(doc)
  }
  table.end()
}

async function layOutCell({ language }: Sheet, cell: Cell): Promise<LaidOut> {
  const { text, width, size = 10.5, weight = 400 } = cell
  const { lines, isReversed } = await layOut(text, { weight, width: width / size, language })
  const height = lines.reduce((sum, { ascent, descent }) => sum + (ascent + descent) * size + lineGap, 0)
  return { cell, lines, height, isReversed }
}

/** Writes a cell from the top `y` on. Returns where it ends.
 *  @param ascent how far below `y` the baseline of its first line is */
function write({ doc, text }: Sheet, laidOut: LaidOut, y: number, ascent = ascentOf(laidOut)): number {
  const { x, width, align, size = 10.5, color = ink } = laidOut.cell
  let top = y + ascent - ascentOf(laidOut)
  for (const line of laidOut.lines) {
    const bottom = top + (line.ascent + line.descent) * size + lineGap
    if (bottom > doc.page.height - margin) {
      doc.addPage()
      top = margin
    }
    const left = align === 'right' ? Math.max(x, x + width - line.width * size) : x
    text.draw(line, { x: left, y: top + line.ascent * size, size, color })
    top += (line.ascent + line.descent) * size + lineGap
  }
  return top
}

const ascentOf = ({ cell: { size = 10.5 }, lines }: LaidOut) => (lines[0]?.ascent ?? 0) * size

/** What screen readers say for text that runs from right to left, whose letters are in the order of the page. */
const spoken = ({ cell, isReversed }: LaidOut) => (isReversed ? { actual: cell.text } : {})

function drawLine(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(0.75).strokeColor(edge)
  doc
    .moveTo(margin, doc.y)
    .lineTo(doc.page.width - margin, doc.y)
    .stroke()
  doc.endMarkedContent()
}
