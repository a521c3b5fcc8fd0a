// Spreadsheets run a cell that begins with one of these as a formula, in some languages also the wide forms.
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/** Writes a cell so that spreadsheets show it as text: an apostrophe goes before what could be a formula. One that
 *  begins with apostrophes and then such a sign gets another, so that `readCell` returns every text as it was. */
export function writeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Reads a cell that `writeCell` wrote, and any other as it is, without blanks around it. */
export function readCell(cell: string): string {
  const text = cell.replaceAll('\0', '').trim()
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
