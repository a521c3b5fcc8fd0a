import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { contrast } from '#contract/kit/contrast.ts'
import { built } from '#testbed/built.ts'
import { pairs } from '#web/pages/design/pairs.ts'

const { pages: site } = await built()
const folder = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const css = read('app/style/theme.css')
const components = globSync('**/*.tsx', { cwd: folder })

afterEach(() => vi.unstubAllEnvs())

/** Returns the variables of a theme, including those that all themes share. */
function variablesOf(theme: string): Map<string, string> {
  const own = css.match(new RegExp(`name: "${theme}";[^}]*`))?.[0] ?? ''
  const shared = css.match(/:root \{[^}]*/)?.[0] ?? ''
  return new Map(
    [...`${shared}${own}`.matchAll(/(--[\w-]+): (#\w{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function channels(hex: string | undefined): number[] {
  return [1, 3, 5].map((at) => Number.parseInt((hex ?? '').slice(at, at + 2), 16))
}

for (const theme of ['clinic', 'clinic-night']) {
  test.each(pairs)(`$use has enough contrast in the theme ${theme}`, ({ text, background, minimum }) => {
    const variables = variablesOf(theme)
    expect(contrast(channels(variables.get(text)), channels(variables.get(background)))).toBeGreaterThanOrEqual(minimum)
  })
}

test.each(['clinic', 'clinic-night'])('a card of the theme %s is no darker than the page', (theme) => {
  const variables = variablesOf(theme)
  const lightness = (name: string) => channels(variables.get(name)).reduce((sum, channel) => sum + channel, 0)
  for (const ground of ['--color-base-100', '--color-base-200']) {
    expect(lightness('--card')).toBeGreaterThanOrEqual(lightness(ground))
  }
})

test('every card has its own background, so that it is lighter than a dark page', () => {
  expect(components.filter((path) => /rounded-box border border-base-300(?! bg-)/.test(read(path)))).toEqual([])
})

// Arbitrary values in brackets, and spacing that is not a multiple of four pixels.
const offScale =
  /\b(?:text|font|leading|tracking|[mp][trblxy]?|gap|gap-[xy]|(?:min-|max-)?[wh]|size|top|right|bottom|left|inset|rounded|shadow|bg|border|outline|fill|stroke)-(?:\[[^\]]+\]|\d+\.\d+)(?=[\s"'`])/g
const allowed = [
  'max-w-[85vw]',
  'max-h-[70dvh]',
  'shadow-[inset_3px_0_0_var(--color-secondary)]',
  'shadow-[inset_0_-3px_0_var(--color-secondary)]',
]

test('sizes, spacing, weights and colors of classes come from the scales of theme.css', () => {
  const odd = components.flatMap((path) =>
    (read(path).match(offScale) ?? []).filter((name) => !allowed.includes(name)).map((name) => `${path}: ${name}`),
  )
  expect(odd).toEqual([])
})

// Logos have fixed colors, and `theme-color` takes no variable.
const withColors = ['ui/frame/Logo.tsx', 'ui/form/ContinueWithGoogle.tsx', 'app/root.tsx']

test('no component defines a color', () => {
  const colored = components.filter((path) => /#[\da-f]{6}\b|rgba?\(|hsla?\(|oklch\(/i.test(read(path)))
  expect(colored.filter((path) => !withColors.includes(path))).toEqual([])
})

test('/design is a page during development and not part of the build', async () => {
  vi.stubEnv('DEV', false)
  vi.resetModules()
  expect((await import('../routes.tsx')).partsAt('/design')).toEqual(['info/NotFoundPage.tsx'])
  vi.stubEnv('DEV', true)
  vi.resetModules()
  expect((await import('../routes.tsx')).partsAt('/design')).toEqual(['design/DesignPage.tsx'])
  const built = readdirSync(join(site, 'assets'))
  expect(built).not.toHaveLength(0)
  expect(built.filter((name) => /design/i.test(name))).toEqual([])
})
