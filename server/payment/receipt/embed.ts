import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import type { Face } from './fonts.ts'

type Doc = InstanceType<typeof PDFDocument>

/** A font in a document, of which only the glyphs are embedded that texts use. */
export type EmbeddedFace = {
  /** Its name in the resources of pages. */
  key: string
  /** Its object, which `end` writes. */
  object: PDFKit.PDFKitReference
  /** Returns the code by which text shows a letter. The same glyph has a code for each of its characters. Without a
   *  glyph it shows nothing. */
  codeOf: (letter: { id: number | undefined; character: string; advance: number }) => number
  /** Writes the font. No code may be added afterwards. */
  end: () => void
}

type Code = { code: number; glyph: number; character: string; advance: number }

const space = 32

/** Embeds a font in a document as a composite font (ISO 32000-1, 9.7). pdfkit has one text for each glyph, but in many
 *  scripts a glyph stands for different letters. */
export function embedFace(doc: Doc, face: Face, number: number): EmbeddedFace {
  const key = `T${number}`
  const object = doc.ref({})
  // Code 0 is for what a font lacks.
  const codes = new Map<string, Code>()
  return {
    ...{ key, object },
    codeOf({ id, character, advance }) {
      const letter = `${id} ${advance} ${character}`
      const { code } = codes.get(letter) ?? { code: codes.size + 1 }
      codes.set(letter, { code, character, glyph: id ?? face.font.nominalGlyph(space) ?? 0, advance })
      return code
    },
    end: () => writeFont(doc, object, face, { number, codes: [...codes.values()] }),
  }
}

function writeFont(
  doc: Doc,
  object: PDFKit.PDFKitReference,
  { file, name }: Face,
  { number, codes }: { number: number; codes: Code[] },
) {
  const font = create(file) as Font
  const subset = font.createSubset()
  const glyphs = codes.map(({ glyph }) => Number(subset.includeGlyph(font.getGlyph(glyph))))
  // A subset's name begins with six letters of its own.
  const tag = String(number)
    .padStart(6, 'A')
    .replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'A')
  const BaseFont = `${tag}+${name.replaceAll(/[^\w-]/g, '')}`
  const descendant = ended(doc, {
    ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont },
    CIDSystemInfo: { Registry: literal('Adobe'), Ordering: literal('Identity'), Supplement: 0 },
    FontDescriptor: describe(doc, font, { name: BaseFont, file: Buffer.from(subset.encode()) }),
    W: [1, codes.map(({ advance }) => Math.round(advance * 1000))],
    CIDToGIDMap: ended(doc, {}, bigEndian([0, ...glyphs])),
  })
  Object.assign(object.data, {
    ...{ Type: 'Font', Subtype: 'Type0', BaseFont, Encoding: 'Identity-H', DescendantFonts: [descendant] },
    ToUnicode: ended(doc, {}, Buffer.from(toUnicode(codes))),
  })
  object.end(undefined)
}

function describe(doc: Doc, font: Font, { name, file }: { name: string; file: Buffer }) {
  const scale = 1000 / font.unitsPerEm
  const { minX, minY, maxX, maxY } = font.bbox
  return ended(doc, {
    ...{ Type: 'FontDescriptor', FontName: name, Flags: 4, ItalicAngle: 0, StemV: 0 },
    FontBBox: [minX, minY, maxX, maxY].map((edge) => edge * scale),
    ...{ Ascent: font.ascent * scale, Descent: font.descent * scale, CapHeight: font.capHeight * scale },
    FontFile2: ended(doc, {}, file),
  })
}

/** Writes an object, with a stream if there is content. */
function ended(doc: Doc, data: object, content?: Buffer): PDFKit.PDFKitReference {
  const object = doc.ref(data)
  object.end(content)
  return object
}

// pdfkit writes a string as a name, and an object of this type as a string.
const literal = (text: string) => Object(text) as object

function bigEndian(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, at * 2)
  return bytes
}

/** Returns the CMap from which searches, copies and screen readers get the text of codes. */
function toUnicode(codes: readonly Code[]): string {
  const lines = codes.map(({ code, character }) => `<${hex(code)}> <${units(character).map(hex).join('')}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => {
    const some = lines.slice(at * 100, (at + 1) * 100)
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** Writes a number of 16 bits as four hexadecimal digits. */
export const hex = (number: number) => number.toString(16).padStart(4, '0')
