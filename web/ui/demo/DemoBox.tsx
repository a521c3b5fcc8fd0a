import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatCount } from '#contract/kit/text/count.ts'
import { deleteDemo, demoOf, postDemo } from '#web/api/demo.ts'
import { ChangeButton } from '../change/ChangeButton.tsx'
import { useChange } from '../change/use-change.ts'

export interface DemoBoxProps {
  admin: string
  /** Offers to fill the demo, too. Otherwise the box is there only while it is filled. */
  canFill: boolean
  className?: string
}

/** Fills a demo with invented patients, or empties it again: in demo mode, for those who may. */
export function DemoBox({ admin, canFill, className = '' }: DemoBoxProps) {
  const client = useQueryClient()
  const demo = useQuery(demoOf(admin))
  const refresh = () => client.invalidateQueries()
  const fill = useChange(() => postDemo(admin), {
    done: ({ patients, appointments, payments }) =>
      `${formatCount(patients)} patients, ${formatCount(appointments)} appointments and ${formatCount(payments)} payments are invented`,
    failed: 'The demo is not filled.',
    refresh,
  })
  const empty = useChange(() => deleteDemo(admin), {
    done: 'The demo is empty again',
    failed: 'The demo is not emptied.',
    refresh,
  })
  const { patients = 0, appointments = 0 } = demo.data ?? {}
  if (patients === 0 && !canFill) return null
  return (
    <section
      aria-label="Demo"
      className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-box border border-base-300 bg-card p-4 sm:px-6 print:hidden ${className}`}
    >
      <p className="max-w-text text-quiet text-sm">
        {patients === 0
          ? 'See the clinic at work: two weeks of invented patients, appointments, payments and a waiting list. One press takes them away again.'
          : `${formatCount(patients)} patients and ${formatCount(appointments)} appointments are invented. Nobody gets messages about them, and they go with all that was done for them.`}
      </p>
      <div>
        {patients === 0 ? (
          <ChangeButton change={fill} className="btn btn-line btn-sm">
            Fill the demo
          </ChangeButton>
        ) : (
          <ChangeButton change={empty} className="btn btn-line btn-sm">
            Empty the demo
          </ChangeButton>
        )}
      </div>
    </section>
  )
}
