// Spreadsheets run a cell that begins with one of these as a formula, in some languages also the wide forms.
const sign = '[=+\\-@\\t\\r＝＋－＠]'

/** Matches where a formula could begin: the start of a cell, also for a program that splits lines at another sign than
 *  the file does. For it a quote after our separator is no quote, so it ends lines within one, too. Programs that split
 *  as the file does don't split within quotes. */
function formulasOf(delimiter: string): { unsafe: RegExp; escaped: RegExp } {
  const known = formulas.get(delimiter)
  if (known) return known
  const others = [',', ';', '\t'].filter((separator) => separator !== delimiter)
  const start = `(^|[${others.join('')}\\r\\n])`
  const formula = `(?=['"]*${sign})`
  const made = { unsafe: new RegExp(start + formula, 'g'), escaped: new RegExp(`${start}'${formula}`, 'g') }
  formulas.set(delimiter, made)
  return made
}
const formulas = new Map<string, { unsafe: RegExp; escaped: RegExp }>()

/** Writes a cell so that spreadsheets show it as text: an apostrophe goes before whatever could be a formula. What
 *  begins with apostrophes and then such a sign gets another, so that `readCell` returns every text as it was.
 *  @param delimiter what separates the cells of the file */
export function writeCell(text: string, delimiter: string): string {
  return text.replaceAll(formulasOf(delimiter).unsafe, "$1'")
}

/** Reads a cell that `writeCell` wrote, and any other as it is, without blanks around it. */
export function readCell(cell: string, delimiter: string): string {
  return cell.replaceAll('\0', '').trim().replaceAll(formulasOf(delimiter).escaped, '$1')
}
