import { dark } from './palette.ts'

/** Rules of dark mode, each with the attribute by which Outlook.com marks what it has darkened. */
const darkRules: [selector: string, mark: 'ogsb' | 'ogsc', rule: string][] = [
  ['.ground', 'ogsb', `background-color: ${dark.ground}`],
  ['.card', 'ogsb', `background-color: ${dark.card}`],
  ['.block', 'ogsb', `background-color: ${dark.block}`],
  ['.button', 'ogsb', `background-color: ${dark.button}`],
  ['.on-button', 'ogsc', `color: ${dark.onButton}`],
  ['.card', 'ogsc', `border-color: ${dark.line}`],
  ['.line', 'ogsc', `border-color: ${dark.line}`],
  ['.ink', 'ogsc', `color: ${dark.ink}`],
  ['.quiet', 'ogsc', `color: ${dark.quiet}`],
]
const rules = (prefix: (mark: string) => string) =>
  darkRules.map(([selector, mark, rule]) => `${prefix(mark)}${selector} { ${rule} !important }`).join('\n')

/** The style sheet of emails: what inline styles can't say. A phone shows the letter from edge to edge. */
export const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 520px) {
  .outer { padding: 0 !important }
  .card { border-width: 0 !important; border-radius: 0 !important }
  .bar { border-radius: 0 !important }
  .side { padding-left: 20px !important; padding-right: 20px !important }
  .inset { padding: 16px !important }
  .wide { width: 100% !important }
}
@media (prefers-color-scheme: dark) {
${rules(() => '  ')}
}
${rules((mark) => `[data-${mark}] `)}
`
