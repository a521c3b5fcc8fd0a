import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageKind } from '#contract/message.ts'
import { messagesOf } from '#web/api/messages.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Choice } from '#web/ui/form/Choice.tsx'

const useForm = loadLater(() => import('./MessageForm.tsx'))

const names: Record<MessageKind, string> = {
  booked: 'An appointment is booked',
  moved: 'An appointment has changed',
  cancelled: 'An appointment is cancelled',
  reminder: 'A reminder',
  choose: 'Please choose another time',
}

/** The words of the emails about appointments. */
export default function MessagesPage() {
  const { email: admin } = usePerson()
  const list = useQuery(messagesOf(admin))
  const [kind, setKind] = useState<MessageKind>('booked')
  const form = useForm()
  const message = list.data?.find((each) => each.kind === kind)
  return (
    <>
      <h1 className="page-title">Messages</h1>
      <p className="mt-2 max-w-text text-quiet">
        The words of the emails about appointments. Day, time, treatment and the links to change it follow by
        themselves.
      </p>
      <LoadError what="The messages" query={list} className="mt-6" />
      {(list.isPending || (list.data && !form)) && (
        <div role="status" className="mt-6 max-w-3xl">
          <span className="sr-only">Loading the messages</span>
          <div className="skeleton h-120" />
        </div>
      )}
      {list.data && message && form && (
        <div className="mt-6 grid max-w-3xl gap-6">
          <Choice
            label="Email"
            options={list.data.map((each) => [each.kind, names[each.kind]] as const)}
            value={kind}
            onChange={({ target }) => setKind(target.value as MessageKind)}
          />
          <form.MessageForm key={JSON.stringify(message)} admin={admin} message={message} />
        </div>
      )}
    </>
  )
}
