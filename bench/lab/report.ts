import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { formatCount } from '#contract/kit/text/count.ts'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import type { Lab } from './lab.ts'
import type { Spread } from './rounds.ts'

/** Something that is measured: how, and what keeps it from being better. */
export type Figure = { title: string; how: string; limits: string; measure: (lab: Lab) => Promise<Row[]> }

/** One measured value beside what is wanted of it. Without `reached` it is told for itself. */
export type Row = { what: string; wanted: string; got: string; reached?: boolean }

/** A ratio that has to be at least `wanted`. `beside` tells the rates it was made from. */
export function ratioRow(what: string, wanted: number | undefined, got: Spread, beside: string): Row {
  const digits = got.median < 0.1 ? 3 : 2
  const [median, least, most] = [got.median, got.least, got.most].map((value) => value.toFixed(digits))
  const row = {
    what,
    wanted: wanted === undefined ? '' : `≥ ${wanted}`,
    got: `${median} (${least}–${most}); ${beside}`,
  }
  return wanted === undefined ? row : { ...row, reached: got.median >= wanted }
}

/** A value that has to be below `wanted`; `unit` may be empty. */
export function limitRow(what: string, unit: string, wanted: number | undefined, got: Spread): Row {
  const digits = got.median < 10 && unit !== 'MB' ? 2 : 0
  const [median, least, most] = [got.median, got.least, got.most].map((value) => value.toFixed(digits))
  const row = {
    what,
    wanted: wanted === undefined ? '' : `< ${wanted} ${unit}`.trim(),
    got: [median, unit, `(${least}–${most})`].filter(Boolean).join(' '),
  }
  return wanted === undefined ? row : { ...row, reached: got.median < wanted }
}

/** A ratio that has to lie from `least` to `most`. */
export function betweenRow(what: string, least: number, most: number, got: Spread, beside: string): Row {
  const told = [got.median, got.least, got.most].map((value) => value.toFixed(2))
  return {
    what,
    wanted: `${least} to ${most}`,
    got: `${told[0]} (${told[1]}–${told[2]}); ${beside}`,
    reached: got.median >= least && got.median <= most,
  }
}

/** Answers per second, for reading. */
export function rate({ median }: Spread): string {
  return `${formatCount(Math.round(median))}/s`
}

/** The rows as a Markdown table. */
export function tableOf(rows: Row[]): string {
  const verdict = ({ reached }: Row) => (reached === undefined ? '' : reached ? 'reached' : '**missed**')
  const lines = rows.map((row) => `| ${row.what} | ${row.wanted} | ${row.got} | ${verdict(row)} |`)
  return ['| what | wanted | got: median (least–most) | |', '|---|---|---|---|', ...lines].join('\n')
}

/** What it is measured on, and how busy that is at this moment. */
export function machine(): string {
  const bin = findPostgresBin()
  const postgres = bin ? execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }) : ''
  const version = /[\d.]+/.exec(postgres)?.[0] ?? 'none'
  const cores = availableParallelism()
  const model = cpus()[0]?.model.trim() || process.arch
  const load = loadavg()[0]?.toFixed(1)
  return `Node ${process.versions.node}, PostgreSQL ${version}, ${cores} cores (${model}), ${process.platform}; load average before the first measurement ${load}`
}

/** bench/RESULTS.md: what was found, under how. */
export function resultsPage(place: string, found: { figure: Figure; rows: Row[] }[]): string {
  const sections = found.map(
    ({ figure: { title, how, limits }, rows }) =>
      `## ${title}\n${how}\n\n${tableOf(rows)}\n\nWhat limits it: ${limits}\n`,
  )
  return `# Results\n\nWritten by \`npm run bench\`.\n\n${place}.\n\n${general}\n\n${sections.join('\n')}`
}

const general = `Only the ratios are worth believing: the contenders of a ratio are measured in turn within one run (A B A B A B), after a warm-up,
each against its neighbour in time, and the median of the rounds is told with the least and the most. The load is made by autocannon in a process of
its own, the server is \`node server/main.ts\` with RATE_LIMIT=off and LOG_LEVEL=warn, PostgreSQL is started for the run with fsync and
synchronous_commit on. All of them share the cores of one machine: what the load generator and the database take, the server lacks.`
