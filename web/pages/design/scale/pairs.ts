/** Text and the ground it stands on, by the theme's variables, and the least contrast that is enough there. */
export const pairs = [
  { use: 'Text', text: '--color-base-content', ground: '--color-base-100', least: 7 },
  { use: 'Text on a tint', text: '--color-base-content', ground: '--color-base-200', least: 7 },
  { use: 'Text on a line', text: '--color-base-content', ground: '--color-base-300', least: 7 },
  { use: 'Text on a card', text: '--color-base-content', ground: '--card', least: 7 },
  { use: 'Quiet text', text: '--quiet', ground: '--color-base-100', least: 4.5 },
  { use: 'Quiet text on a tint', text: '--quiet', ground: '--color-base-200', least: 4.5 },
  { use: 'Quiet text on a line', text: '--quiet', ground: '--color-base-300', least: 4.5 },
  { use: 'Quiet text on a card', text: '--quiet', ground: '--card', least: 4.5 },
  { use: 'Edges of fields', text: '--edge', ground: '--color-base-100', least: 3 },
  { use: 'Edges of fields on a card', text: '--edge', ground: '--card', least: 3 },
  { use: 'Error', text: '--color-error', ground: '--color-base-100', least: 4.5 },
  { use: 'Error on a card', text: '--color-error', ground: '--card', least: 4.5 },
  { use: 'On danger', text: '--color-error-content', ground: '--color-error', least: 4.5 },
  { use: 'Success', text: '--color-success', ground: '--color-base-100', least: 4.5 },
  { use: 'Success on a card', text: '--color-success', ground: '--card', least: 4.5 },
  { use: 'Action, left end', text: '--color-primary-content', ground: '--color-primary', least: 4.5 },
  { use: 'Action, right end', text: '--color-secondary-content', ground: '--color-secondary', least: 4.5 },
  { use: 'On ink', text: '--color-neutral-content', ground: '--color-neutral', least: 4.5 },
] as const

/** Contrast of two colours (WCAG 2.2), 1 to 21; each as red, green and blue of 0 to 255. */
export function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
