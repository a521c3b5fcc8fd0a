/** Makes the spaces of a text non-breaking, so that it stays in one line: for a time, a day or a price within a longer
 *  text. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}
