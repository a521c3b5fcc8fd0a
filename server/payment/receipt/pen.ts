import PDFDocument from 'pdfkit'
import { openFaces, type Run, toRuns, type Weight } from './fonts.ts'

type Style = { size?: number; weight?: Weight; color?: string }
type Cell = { text: string; x: number; width: number; align?: 'right' } & Style

const ink = '#3a4256'
/** The color of secondary text. */
export const quiet = '#5a6478'
const edge = '#d5dee2'
const margin = 56

/** Opens a PDF of one size, tagged for screen readers, with functions that write to it. Coordinates in points. */
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
  const registered = new Set<string>()
  const width = doc.page.width - 2 * margin

  function use({ face }: Run) {
    if (!registered.has(face.name)) doc.registerFont(face.name, face.file)
    registered.add(face.name)
    doc.font(face.name)
  }

  function runsOf(text: string, weight: Weight) {
    return toRuns(text, faces[weight])
  }

  /** Writes a cell from the top `y` on. Returns where it ends. */
  function write({ text, x, width, align, size = 10.5, weight = 400, color = ink }: Cell, y: number): number {
    const { runs } = runsOf(text, weight)
    doc.fontSize(size).fillColor(color)
    const start = align === 'right' ? Math.max(x, x + width - widthOf(runs)) : x
    for (const [at, run] of runs.entries()) {
      use(run)
      const options = { width: x + width - start, continued: at < runs.length - 1, lineGap: 2 }
      if (at === 0) doc.text(run.text, start, y, options)
      else doc.text(run.text, options)
    }
    return doc.y
  }

  function widthOf(runs: readonly Run[]) {
    return runs.reduce((sum, run) => {
      use(run)
      return sum + doc.widthOfString(run.text)
    }, 0)
  }

  /** What a screen reader and a search read instead of the signs for characters that no font has. */
  function spoken(text: string, weight: Weight = 400) {
    return runsOf(text, weight).isComplete ? {} : { actual: text }
  }

  function line(y: number) {
    doc.markContent('Artifact', { type: 'Layout' })
    doc.lineWidth(0.75).strokeColor(edge).moveTo(margin, y).lineTo(margin + width, y).stroke()
    doc.endMarkedContent()
  }

  return {
    left: margin,
    width,
    /** Writes a block of text below what was written last. */
    block(type: 'H1' | 'H2' | 'P', text: string, style: Style & { gap?: number } = {}) {
      const { gap = 0, ...rest } = style
      root.add(
        doc.struct(type, spoken(text, style.weight), () => {
          write({ text, x: margin, width, ...rest }, doc.y + gap)
        }),
      )
    },
    /** Writes rows of cells, each row with a line above it. A first row of heads has no line. */
    table(rows: readonly { head?: boolean; cells: readonly Cell[] }[]) {
      const table = doc.struct('Table')
      root.add(table)
      for (const { head = false, cells } of rows) {
        const row = doc.struct('TR')
        table.add(row)
        let top = doc.y + 7
        let bottom = top
        for (const [at, cell] of cells.entries())
          row.add(
            doc.struct(head || (at === 0 && cells.length === 2) ? 'TH' : 'TD', spoken(cell.text, cell.weight), () => {
              if (at === 0) {
                const tallest = Math.max(...cells.map(heightOf))
                if (doc.y + tallest + 14 > doc.page.height - margin) doc.addPage()
                top = doc.y + 7
                bottom = top
              }
              bottom = Math.max(bottom, write(cell, top))
              doc.y = bottom
            }),
          )
        row.end()
        doc.y = bottom + 5
        line(doc.y)
      }
      table.end()
    },
    space(points: number) {
      doc.y += points
    },
    /** Ends the document and returns its bytes. */
    end(): Promise<Buffer> {
      root.end()
      doc.end()
      return done
    },
  }

  function heightOf({ text, width, size = 10.5, weight = 400 }: Cell) {
    const [first] = runsOf(text, weight).runs
    if (!first) return 0
    use(first)
    return doc.fontSize(size).heightOfString(text, { width, lineGap: 2 })
  }
}
export type Pen = Awaited<ReturnType<typeof openPen>>
