/** Pairs of text and background, by the theme's variables, and the minimum contrast of each. */
export const pairs = [
  { use: 'Text', text: '--color-base-content', background: '--color-base-100', minimum: 7 },
  { use: 'Text on a tint', text: '--color-base-content', background: '--color-base-200', minimum: 7 },
  { use: 'Text on a line', text: '--color-base-content', background: '--color-base-300', minimum: 7 },
  { use: 'Text on a card', text: '--color-base-content', background: '--card', minimum: 7 },
  { use: 'Quiet text', text: '--quiet', background: '--color-base-100', minimum: 4.5 },
  { use: 'Quiet text on a tint', text: '--quiet', background: '--color-base-200', minimum: 4.5 },
  { use: 'Quiet text on a line', text: '--quiet', background: '--color-base-300', minimum: 4.5 },
  { use: 'Quiet text on a card', text: '--quiet', background: '--card', minimum: 4.5 },
  { use: 'Edges of fields', text: '--edge', background: '--color-base-100', minimum: 3 },
  { use: 'Edges of fields on a card', text: '--edge', background: '--card', minimum: 3 },
  { use: 'Error', text: '--color-error', background: '--color-base-100', minimum: 4.5 },
  { use: 'Error on a card', text: '--color-error', background: '--card', minimum: 4.5 },
  { use: 'On danger', text: '--color-error-content', background: '--color-error', minimum: 4.5 },
  { use: 'Success', text: '--color-success', background: '--color-base-100', minimum: 4.5 },
  { use: 'Success on a card', text: '--color-success', background: '--card', minimum: 4.5 },
  { use: 'Action, left end', text: '--color-primary-content', background: '--color-primary', minimum: 4.5 },
  { use: 'Action, right end', text: '--color-secondary-content', background: '--color-secondary', minimum: 4.5 },
  { use: 'On ink', text: '--color-neutral-content', background: '--color-neutral', minimum: 4.5 },
] as const

/** Returns the contrast of two colors (WCAG 2.2), 1 to 21; each is red, green and blue from 0 to 255. */
export function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
