import { readFileSync, writeFileSync } from 'node:fs'

/** Returns rows as a Markdown table, the first as its head. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Replaces what a page has between the comments `<!-- begin -->` and `<!-- end -->`.
 *  @throws Error if it does not have them */
export function writeBetween(page: string, { begin, end }: { begin: string; end: string }, text: string): void {
  const [before, rest] = readFileSync(page, 'utf8').split(`<!-- ${begin} -->\n`)
  const at = rest?.indexOf(`<!-- ${end} -->`) ?? -1
  if (rest === undefined || at < 0) throw new Error(`${page} has no <!-- ${begin} --> with its end`)
  writeFileSync(page, `${before}<!-- ${begin} -->\n${text}\n${rest.slice(at)}`)
}
