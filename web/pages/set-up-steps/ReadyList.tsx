import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useId } from 'react'
import { Link } from 'react-router'
import type { ReadyRow } from '#contract/ready.ts'
import { pageAt } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'

/** What a clinic needs before it opens, what is recommended, and what of it is done. */
export function ReadyList({ rows }: { rows: readonly ReadyRow[] }) {
  const needed = rows.filter(({ isNeeded }) => isNeeded)
  const missing = needed.filter(({ isDone }) => !isDone).length
  return (
    <div className="max-w-3xl">
      <p className="mt-2 text-lg">{inWords(missing)}</p>
      <Rows title="Needed before you open" rows={needed} />
      <Rows title="Recommended" rows={rows.filter(({ isNeeded }) => !isNeeded)} />
    </div>
  )
}

function inWords(missing: number): string {
  if (missing === 0) return 'Nothing is missing. You can open.'
  return missing === 1 ? 'One thing is missing before you open.' : `${missing} things are missing before you open.`
}

function Rows({ title, rows }: { title: string; rows: readonly ReadyRow[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-6 rounded-box border border-base-300 bg-card px-5 py-5 sm:px-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-xl">
          {title}
        </h2>
        <p className="text-quiet text-sm">
          {rows.filter(({ isDone }) => isDone).length} of {rows.length} done
        </p>
      </div>
      <ul className="mt-2">
        {rows.map((row) => (
          <Row key={row.title} {...row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ title, isDone, sentence, more, page }: ReadyRow) {
  const Icon = isDone ? CircleCheck : CircleAlert
  return (
    <li className="flex gap-3 border-base-300 border-t py-3 first:border-t-0">
      <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${isDone ? 'text-success' : ''}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {title}
          <span className="sr-only">{isDone ? ': done' : ': missing'}</span>
        </p>
        <p className={`wrap-anywhere text-sm ${isDone ? 'text-quiet' : ''}`}>{sentence}</p>
        {more.length > 0 && (
          <ul className="wrap-anywhere mt-1 list-disc pl-5 text-quiet text-sm">
            {more.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      {page && (
        <Link to={page} className="text-link shrink-0 self-start py-1 text-sm" aria-label={`${title}: ${nameOf(page)}`}>
          {nameOf(page)}
        </Link>
      )}
    </li>
  )
}

/** Returns what the link to a page says. A newer server may name one that this page does not know. */
const nameOf = (page: string): string => (page === pages.importPatients ? 'Import' : pageAt(page)?.menu) ?? 'Open'
