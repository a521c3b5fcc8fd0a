import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { DueForRecall, RecallChange } from '#contract/desk/recall.ts'
import { pages } from '#contract/site/pages.ts'
import { postRecallChange, refreshRecalls } from '#web/api/desk/recalls.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { clinicDayAt, dateInText, showDate } from '#web/dates.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'

const columns = { Patient: '', Due: 'md:w-1/4', Reached: 'md:w-1/5', Action: 'md:w-56' }

interface RecallsTableProps {
  admin: string
  due: DueForRecall[]
  /** Whether those who were called stay. */
  keepsCalled: boolean
  /** Called when the row of a pressed button goes. */
  onRowGone: () => void
}

/** One row per patient who is due. */
export function RecallsTable({ admin, due, keepsCalled, onRowGone }: RecallsTableProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<string>()

  async function change({ _id, name }: DueForRecall, body: RecallChange) {
    setBusy(_id + actionOf(body))
    try {
      await mutate(client, () => postRecallChange(admin, _id, body))
      toast('success', doneWords(name, body))
      await refreshRecalls(client)
      if (body.action !== 'called' || !keepsCalled) onRowGone()
    } catch (error) {
      toast('error', messageFor(error))
    }
    setBusy(undefined)
  }

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
            <Actions due={one} busy={busy} onChange={(body) => void change(one, body)} />
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

interface ActionsProps {
  due: DueForRecall
  /** The patient and action that is under way. */
  busy: string | undefined
  onChange: (change: RecallChange) => void
}

function Actions({ due: { _id, name }, busy, onChange }: ActionsProps) {
  const button = (label: string, change: RecallChange) => (
    <BusyButton busy={busy === _id + actionOf(change)} className="btn btn-line px-3" onClick={() => onChange(change)}>
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
