/** Colors of emails: those of the site's themes. Emails know no variables. The button has the text's color of the
 *  site's buttons: apps that darken an email by themselves turn dark text light, and leave a bright button as it is. */
export const light = {
  ground: '#f4fafb',
  card: '#ffffff',
  block: '#f4fafb',
  line: '#e4f1f3',
  ink: '#3a4256',
  quiet: '#5a6478',
  button: '#06323b',
  onButton: '#ffffff',
} as const

export const dark = {
  ground: '#12202a',
  card: '#182a36',
  block: '#1e3340',
  line: '#2f4858',
  ink: '#e6eef2',
  quiet: '#b0c1cc',
  button: '#0fcfec',
  onButton: '#06323b',
} as const satisfies Record<keyof typeof light, string>

/** The line above the letterhead, alike in light and dark. */
export const brand = { start: '#0fcfec', end: '#19d3ae' } as const

type Pair = [text: string, background: string]

/** Every text of an email with what it is on, in a palette. */
export const pairsOf = ({ card, block, ink, quiet, ...rest }: Record<keyof typeof light, string>): Pair[] => [
  ...[card, block].flatMap((background): Pair[] => [
    [ink, background],
    [quiet, background],
  ]),
  [rest.onButton, rest.button],
]
