import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList, pages } from '#contract/site/pages.ts'
import { readAssets } from '#scripts/build/assets.ts'
import { built as build } from '#testbed/built.ts'
import { partsAt } from './routes.tsx'

/** Limits of a page. `first`: the JavaScript that it loads before it is shown, compressed, in bytes. `idle`: all that
 *  it loads if nobody uses it, with the code of `loadLater` (web/ui/feedback/load-later.ts). `scripts`: how many these
 *  are; each costs a request with some 500 bytes of headers. Staff open their pages every day: they load more at first
 *  and less from page to page (docs/decisions/0113). */
type Budget = { first: number; idle: number; scripts: number }

// Every page has what removes the offline page at a sign-out, 60 bytes.
const budgets: Record<PageFacts['audience'], Budget> = {
  everyone: { first: 132_800, idle: 148_600, scripts: 15 },
  members: { first: 135_000, idle: 155_300, scripts: 15 },
  admins: { first: 156_500, idle: 186_400, scripts: 25 },
}

/** Pages that most people open, and those that are heavier than others. */
const budgetsOfPages: Partial<Record<string, Budget>> = {
  [pages.login]: { first: 117_700, idle: 117_700, scripts: 7 },
  [pages.signup]: { first: 117_700, idle: 117_700, scripts: 7 },
  // Two weeks of days on a phone, and the next times in front of a finished day.
  [pages.appointment]: { first: 131_300, idle: 156_200, scripts: 15 },
  [pages.dashboard]: { first: 126_300, idle: 137_000, scripts: 13 },
  [pages.payment]: { first: 126_600, idle: 145_800, scripts: 16 },
  [pages.day]: { first: 152_200, idle: 169_500, scripts: 18 },
  // Five sections with forms.
  [pages.account]: { first: 135_100, idle: 166_500, scripts: 23 },
  // Charts.
  [pages.reports]: { first: 151_800, idle: 256_000, scripts: 19 },
  // A calendar, in one script with that of patients, which can show two weeks.
  [pages.openingHours]: { first: 151_000, idle: 204_800, scripts: 22 },
  [pages.patient]: { first: 150_600, idle: 189_100, scripts: 25 },
}

const built = (await build()).pages
const assetsOf = await readAssets(built)

const source = (file: string) => readFileSync(join(built, file), 'utf8')
// The build writes each script compressed, as it is sent.
const compressedSize = (file: string) => statSync(join(built, `${file}.br`)).size

const paths = pageList.map(({ path }) => path)

test.each(pageList)('the first JavaScript of $path is within its budget', (page) => {
  const scripts = firstScripts(page.path)
  expect(sizeOf(scripts), advice(scripts)).toBeLessThanOrEqual(budgetOf(page).first)
})

test.each(pageList)('all that $path loads until it is idle is within its budget', (page) => {
  const scripts = scriptsUntilIdle(page)
  expect(sizeOf(scripts), advice(scripts)).toBeLessThanOrEqual(budgetOf(page).idle)
  expect(scripts.length, advice(scripts)).toBeLessThanOrEqual(budgetOf(page).scripts)
})

test('the advice for a page over its budget lists its scripts, the largest first, with their importers', () => {
  const [largest = '', next = ''] = advice(firstScripts(paths[0] ?? ''))
    .split('\n')
    .slice(1)
  expect(largest).toMatch(/^ {2}\d+ bytes base-.*\.js, imported by .*\.js/)
  expect(Number.parseInt(largest, 10)).toBeGreaterThanOrEqual(Number.parseInt(next, 10))
})

/** Lists the scripts of a page, the largest first, each with the scripts that import it. */
function advice(scripts: string[]): string {
  const bySize = scripts.toSorted((one, other) => compressedSize(other) - compressedSize(one))
  const lines = bySize.map(
    (file) => `  ${compressedSize(file)} bytes ${basename(file)}, imported by ${importers(file, scripts)}`,
  )
  return ['Import what is not shown at first by import(), or divide a group of vite.config.ts:', ...lines].join('\n')
}

function importers(file: string, scripts: string[]): string {
  const found = scripts.filter((other) => other !== file && source(other).includes(basename(file)))
  return found.map((other) => basename(other)).join(', ') || 'the page itself'
}

/** Returns the scripts that a page needs before it is shown. */
function firstScripts(path: string): string[] {
  return assetsOf(partsAt(path)).scripts
}

/** Returns the scripts that a page loads until it is idle, if nobody uses it. */
function scriptsUntilIdle({ path, audience, isRendered }: PageFacts): string[] {
  const menu = audience === 'admins' ? ['dashboard/workspace/Workspace.tsx'] : []
  return assetsOf([...partsAt(path), ...menu], isRendered ? 'rendered' : 'soon').scripts
}

const sizeOf = (scripts: string[]) => scripts.reduce((total, file) => total + compressedSize(file), 0)

const budgetOf = ({ path, audience }: PageFacts) => budgetsOfPages[path] ?? budgets[audience]
