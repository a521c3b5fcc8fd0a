import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { findPostgresBin } from '../scripts/setup/postgres.mjs'
import type { Spread } from './rounds.ts'

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

/** A value that has to be below `wanted`. */
export function limitRow(what: string, unit: string, wanted: number | undefined, got: Spread): Row {
  const digits = got.median < 10 && unit !== 'MB' ? 2 : 0
  const [median, least, most] = [got.median, got.least, got.most].map((value) => value.toFixed(digits))
  const row = {
    what,
    wanted: wanted === undefined ? '' : `< ${wanted} ${unit}`,
    got: `${median} ${unit} (${least}–${most})`,
  }
  return wanted === undefined ? row : { ...row, reached: got.median < wanted }
}

/** Answers per second, for reading. */
export function rate({ median }: Spread): string {
  return `${Math.round(median).toLocaleString('en-US')}/s`
}

/** The rows as a Markdown table. */
export function tableOf(rows: Row[]): string {
  const verdict = ({ reached }: Row) => (reached === undefined ? '' : reached ? 'reached' : '**missed**')
  const lines = rows.map((row) => `| ${row.what} | ${row.wanted} | ${row.got} | ${verdict(row)} |`)
  return ['| what | wanted | got: median (least–most) | |', '|---|---|---|---|', ...lines].join('\n')
}

/** What it was measured on. */
export function machine(): string {
  const bin = findPostgresBin()
  const postgres = bin ? execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }) : ''
  const version = /[\d.]+/.exec(postgres)?.[0] ?? 'none'
  const model = cpus()[0]?.model.trim() || process.arch
  return `Node ${process.versions.node}, PostgreSQL ${version}, ${availableParallelism()} cores (${model}), ${process.platform}`
}

/** bench/RESULTS.md: `results` by figure, under what is known of each. */
export function resultsPage(results: Record<string, Row[]>): string {
  return Object.entries(results)
    .map(([name, rows]) => `## ${name}\n\n${tableOf(rows)}`)
    .join('\n\n')
}
