import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { formatCount } from '#contract/kit/text/count.ts'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import type { Lab } from './lab.ts'
import type { Summary } from './rounds.ts'
import { toTable } from './table.ts'

/** A benchmark. `method`: how it measures, in words. */
export type Figure = { title: string; method: string; measure: (lab: Lab) => Promise<Row[]> }

/** One result beside its target. Without a target, `target` is empty and `met` is undefined. */
export type Row = { label: string; target: string; result: string; met?: boolean }

/** Reports a ratio whose median should be at least `target`. `details` is appended, such as the rates behind the
 *  ratio. */
export function ratioRow(label: string, target: number | undefined, ratio: Summary, details: string): Row {
  const digits = ratio.median < 0.1 ? 3 : 2
  const row = {
    label,
    target: target === undefined ? '' : `≥ ${target}`,
    result: `${formatSummary(ratio, '', digits)}; ${details}`,
  }
  return target === undefined ? row : { ...row, met: ratio.median >= target }
}

/** Reports a value whose median should be below `target`. `unit` may be empty. */
export function limitRow(label: string, unit: string, target: number | undefined, value: Summary): Row {
  const digits = value.median < 10 && unit !== 'MB' ? 2 : 0
  const row = {
    label,
    target: target === undefined ? '' : `< ${target} ${unit}`.trim(),
    result: formatSummary(value, unit, digits),
  }
  return target === undefined ? row : { ...row, met: value.median < target }
}

function formatSummary(summary: Summary, unit: string, digits: number): string {
  const [median, min, max] = [summary.median, summary.min, summary.max].map((value) => value.toFixed(digits))
  return [median, unit, `(${min}–${max})`].filter(Boolean).join(' ')
}

/** Formats the median of a rate: '3,006/s'. */
export function formatRate({ median }: Summary): string {
  return `${formatCount(Math.round(median))}/s`
}

/** Formats rows as a Markdown table. */
export function toMarkdownTable(rows: Row[]): string {
  const verdict = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : '**missed**')
  const head = ['measurement', 'target', 'result: median (min–max)', '']
  return toTable([head, ...rows.map((row) => [row.label, row.target, row.result, verdict(row)])])
}

/** Describes versions, hardware and current load of this machine in one line. */
export function describeMachine(): string {
  const bin = findPostgresBin()
  const postgres = bin ? execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }) : ''
  const version = /[\d.]+/.exec(postgres)?.[0] ?? 'none'
  const cores = availableParallelism()
  const model = cpus()[0]?.model.trim() || process.arch
  const load = loadavg()[0]?.toFixed(1)
  return `Node ${process.versions.node}, PostgreSQL ${version}, ${cores} cores (${model}), ${process.platform}; load average before the first measurement ${load}`
}
