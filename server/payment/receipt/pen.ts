import PDFDocument from 'pdfkit'
import { type Faces, openFaces, type Run, toRuns, type Weight } from './fonts.ts'

type Style = { size?: number; weight?: Weight; color?: string }
type Cell = { text: string; x: number; width: number; align?: 'right' } & Style
type Row = { isHead?: boolean; cells: readonly Cell[] }
type Doc = InstanceType<typeof PDFDocument>
type Sheet = { doc: Doc; root: PDFKit.PDFStructureElement; faces: Faces; registered: Set<string> }

const ink = '#3a4256'
/** The color of secondary text. */
export const quiet = '#5a6478'
const edge = '#d5dee2'
const margin = 56
const lineGap = 2
// Some accented letters would become two signs, of which a copy of the text knows one.
const features = { ccmp: false } as never
const padding = { top: 7, bottom: 5 }

/** Opens a PDF of one size, tagged for screen readers. Returns functions that write to it, from top to bottom.
 *  Coordinates and sizes in points. */
export async function openPen({ title, size }: { title: string; size: 'A4' | 'LETTER' }) {
  const faces = await openFaces()
  const doc = new PDFDocument({
    ...{ size, margin, pdfVersion: '1.7', tagged: true, lang: 'en', displayTitle: true },
    info: { Title: title },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = { doc, root, faces, registered: new Set<string>() }
  return {
    left: margin,
    width: doc.page.width - 2 * margin,
    block: (...block: Block) => addBlock(sheet, ...block),
    table: (rows: readonly Row[]) => addTable(sheet, rows),
    /** Tells whether the fonts have all characters of a text. */
    canShow: (text: string) => toRuns(text, faces[400]).isComplete,
    /** Ends the document and returns its bytes. */
    end(): Promise<Buffer> {
      root.end()
      doc.end()
      return done
    },
  }
}
export type Pen = Awaited<ReturnType<typeof openPen>>

type Block = [type: 'H1' | 'H2' | 'P', text: string, style?: Style & { gap?: number }]

/** Writes a block of text below what was written last, with a `gap` before it. */
function addBlock(sheet: Sheet, ...[type, text, { gap = 0, ...style } = {}]: Block) {
  const { doc, root } = sheet
  const width = doc.page.width - 2 * margin
  root.add(
    doc.struct(type, spoken(sheet, text, style.weight), () => {
      write(sheet, { text, x: margin, width, ...style }, doc.y + gap)
    }),
  )
}

/** Writes rows of cells, each with a line below it. A row of two cells has its head on the left. */
function addTable(sheet: Sheet, rows: readonly Row[]) {
  const { doc, root } = sheet
  const table = doc.struct('Table')
  root.add(table)
  for (const { isHead = false, cells } of rows) {
    const row = doc.struct('TR')
    table.add(row)
    const tallest = Math.max(...cells.map((cell) => heightOf(sheet, cell)))
    if (doc.y + tallest + padding.top + padding.bottom > doc.page.height - margin) doc.addPage()
    const top = doc.y + padding.top
    let bottom = top
    for (const [at, cell] of cells.entries()) {
      const type = isHead || (at === 0 && cells.length === 2) ? 'TH' : 'TD'
      row.add(
        doc.struct(type, spoken(sheet, cell.text, cell.weight), () => {
          bottom = Math.max(bottom, write(sheet, cell, top))
        }),
      )
    }
    row.end()
    doc.y = bottom + padding.bottom
    drawLine(doc)
  }
  table.end()
}

/** Writes a cell from the top `y` on. Returns where it ends. */
function write(sheet: Sheet, cell: Cell, y: number): number {
  const { text, x, width, align, size = 10.5, weight = 400, color = ink } = cell
  const { doc } = sheet
  const { runs } = toRuns(text, sheet.faces[weight])
  doc.fontSize(size).fillColor(color)
  const start = align === 'right' ? Math.max(x, x + width - widthOf(sheet, runs)) : x
  for (const [at, run] of runs.entries()) {
    useFace(sheet, run)
    const options = { width: x + width - start, continued: at < runs.length - 1, lineGap, features }
    if (at === 0) doc.text(run.text, start, y, options)
    else doc.text(run.text, options)
  }
  return doc.y
}

function useFace({ doc, registered }: Sheet, { face: { name, file } }: Run) {
  if (!registered.has(name)) doc.registerFont(name, file)
  registered.add(name)
  doc.font(name)
}

function widthOf(sheet: Sheet, runs: readonly Run[]): number {
  return runs.reduce((sum, run) => {
    useFace(sheet, run)
    return sum + sheet.doc.widthOfString(run.text)
  }, 0)
}

function heightOf(sheet: Sheet, { text, width, size = 10.5, weight = 400 }: Cell): number {
  const [first] = toRuns(text, sheet.faces[weight]).runs
  if (!first) return 0
  useFace(sheet, first)
  return sheet.doc.fontSize(size).heightOfString(text, { width, lineGap })
}

/** What a screen reader and a search read instead of the signs for characters that no font has. */
function spoken({ faces }: Sheet, text: string, weight: Weight = 400) {
  return toRuns(text, faces[weight]).isComplete ? {} : { actual: text }
}

function drawLine(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(0.75).strokeColor(edge)
  doc
    .moveTo(margin, doc.y)
    .lineTo(doc.page.width - margin, doc.y)
    .stroke()
  doc.endMarkedContent()
}
