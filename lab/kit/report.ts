import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { formatCount } from '#contract/kit/text/count.ts'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import type { Lab } from './lab.ts'
import type { Summary } from './rounds.ts'

/** A benchmark. `method` and `limitedBy` are Markdown for lab/RESULTS.md: how it measures, and what bounds the
 *  result. */
export type Figure = { title: string; method: string; limitedBy: string; measure: (lab: Lab) => Promise<Row[]> }

/** One result beside its target. Without a target, `target` is empty and `met` is undefined. `peer`: what
 *  Easy!Appointments had there. */
export type Row = { label: string; target: string; result: string; met?: boolean; peer?: string }

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
  const hasPeer = rows.some(({ peer }) => peer !== undefined)
  const line = (row: Row) =>
    `| ${[row.label, row.target, row.result, verdict(row), ...(hasPeer ? [row.peer ?? ''] : [])].join(' | ')} |`
  const head = `| measurement | target | result: median (min–max) | |${hasPeer ? ' Easy!Appointments |' : ''}`
  return [head, `|---|---|---|---|${hasPeer ? '---|' : ''}`, ...rows.map(line)].join('\n')
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

/** Returns the content of lab/RESULTS.md. */
export function toResultsPage(machine: string, results: { figure: Figure; rows: Row[] }[]): string {
  const sections = results.map(
    ({ figure: { title, method, limitedBy }, rows }) =>
      `## ${title}\n${method}\n\n${toMarkdownTable(rows)}\n\nLimited by: ${limitedBy}\n`,
  )
  return `# Results\n\nWritten by \`npm run bench\`.\n\n${machine}.\n\n${introduction}\n\n${sections.join('\n')}`
}

const introduction = `Compare ratios, not absolute numbers. The two sides of a ratio are measured in turn within one run (A B A B A B) after a warm-up. Each round
gives one ratio; the tables show the median, minimum and maximum of the rounds. autocannon generates the load in its own process. The server is
the bundle that \`npm start\` runs, with RATE_LIMIT=off and LOG_LEVEL=warn. PostgreSQL is started for the run with fsync and synchronous_commit on. All of them
share the cores of one machine, so the load generator and the database take CPU time from the server. A virtual machine's cores are shared too, and slow
down when they get hot: where minimum and maximum lie far apart, that is why.

Easy!Appointments was measured beside release 0.2.0: both on one machine, in alternating rounds, each with the database that it recommends on the same disk
and in the same way, its database's memory counted as ours is (PSS of all processes). So its column has ratios to what we were then, or values that do not
depend on load. At rest it needs 152 MB where we need 160, after load 346 where we need 162. Of the patients who ask for ten
slots at the same time, 48 get one there, and 10 here. On the two days on which clocks change, gaps were filled to 345 minutes of 480 here and to 470 there; since 0.4.0 all 480
minutes are filled here too (docs/decisions/0093).`
