import { useQueryClient } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import type { DueForRecall, RecallChange } from '#contract/desk/recall-list.ts'
import { pages } from '#contract/site/pages.ts'
import { postRecallChange, refreshRecalls } from '#web/api/desk/recall-list.ts'
import { clinicDayAt, dateInText, showDate } from '#web/dates.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'

const columns = { Patient: '', Due: 'md:w-1/4', Reached: 'md:w-1/5', Action: 'md:w-56' }

interface RecallListTableProps {
  admin: string
  due: DueForRecall[]
  /** Whether those who were called stay. */
  keepsCalled: boolean
  /** Called when the row of a pressed button goes. */
  onRowGone: () => void
}

/** One row per patient who is due. */
export function RecallListTable({ admin, due, keepsCalled, onRowGone }: RecallListTableProps) {
  return (
    <CardTable columns={columns}>
      {due.map((one) => (
        <CardRow key={one._id}>
          <CardCell label="Patient" bare>
            <Link
              to={generatePath(pages.patient, { id: one._id })}
              className="text-link wrap-anywhere inline-block py-1 font-medium"
            >
              <bdi>{one.name}</bdi>
            </Link>
            <p>{one.phone === undefined ? 'No phone number' : <PhoneLink phone={one.phone} />}</p>
          </CardCell>
          <CardCell label="Due">
            {one.treatments.map(({ name, lastVisit }) => (
              <p key={name} className="wrap-anywhere">
                {name}
                <span className="block text-quiet text-sm">last on {dateInText(lastVisit)}</span>
              </p>
            ))}
            <p className="text-quiet text-sm">due since {showDate(one.dueOn)}</p>
          </CardCell>
          <CardCell label="Reached">
            <Reached due={one} />
          </CardCell>
          <CardCell label="Action" bare>
            <Actions {...{ admin, keepsCalled, onRowGone }} due={one} />
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}

function Reached({ due: { reach, invitedAt, calledAt } }: { due: DueForRecall }) {
  return (
    <>
      {invitedAt !== undefined && <p>Invited {clinicDayAt(invitedAt)}</p>}
      {calledAt !== undefined && <p>Called {clinicDayAt(calledAt)}</p>}
      {invitedAt === undefined && calledAt === undefined && <p>{reach.by === 'email' ? 'Email follows' : 'To call'}</p>}
      {reach.by === 'call' && <p className="text-quiet text-sm">{whyUnreached[reach.because]}</p>}
    </>
  )
}

type ActionsProps = Pick<RecallListTableProps, 'admin' | 'keepsCalled' | 'onRowGone'> & { due: DueForRecall }

function Actions({ admin, due: { _id, name }, keepsCalled, onRowGone }: ActionsProps) {
  const client = useQueryClient()
  const { run, sent } = useChange((body: RecallChange) => postRecallChange(admin, _id, body), {
    done: (_answer, body) => doneWords(name, body),
    failsInToast: true,
    refresh: () => refreshRecalls(client),
    onDone: (_answer, { action }) => (action !== 'called' || !keepsCalled) && onRowGone(),
  })
  const isSent = (change: RecallChange) => sent !== undefined && actionOf(sent[0]) === actionOf(change)
  const button = (label: string, change: RecallChange) => (
    <BusyButton busy={isSent(change)} className="btn btn-line px-3" onClick={() => void run(change)}>
      {label}
      <span className="sr-only"> {name}</span>
    </BusyButton>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {button('Called', { action: 'called' })}
      {button('In 1 month', { action: 'snooze', months: 1 })}
      {button('In 3 months', { action: 'snooze', months: 3 })}
      {button('Stop', { action: 'stop' })}
    </div>
  )
}

const actionOf = (change: RecallChange) => change.action + ('months' in change ? change.months : '')

function doneWords(name: string, change: RecallChange): string {
  if (change.action === 'called') return `Noted: you called ${name}`
  if (change.action === 'snooze') return `${name} is due again in ${change.months === 1 ? 'a month' : '3 months'}`
  return `${name} gets no more invitations`
}
