import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import type { ContactWay } from '#contract/patient/patient.ts'
import { type CodeSent, codeRequest } from '#contract/patient/text-code.ts'
import { postTextCode, postTextCodeEntry, refreshAccountPatients } from '#web/api/account-patients.ts'
import { refusalOf } from '#web/api/http/errors.ts'
import { clinic } from '#web/clinic.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'

/** What became of the request for a code: where it went, or why it was not sent. */
export type CodeRequested = { sent: CodeSent } | { problem: string }

/** Asks for a code. Resolves also if it is refused, because the rest is saved already. */
export const requestCode = (email: string, id: string): Promise<CodeRequested> =>
  postTextCode(email, id).then(
    (sent) => ({ sent }),
    (error) => ({ problem: refusalOf(error) }),
  )

const untilThen: Record<ContactWay, string> = {
  email: 'Until then we reach you by email.',
  sms: 'Until then nothing changes.',
  phone: 'Until then we call you.',
  none: 'Until then we don’t contact you.',
}

interface TextCodeProps {
  email: string
  person: AccountPatient
  first: CodeRequested
  onClose: () => void
}

/** Asks for the code that proves the phone number to which text messages go. */
export function TextCode({ email, person, first, onClose }: TextCodeProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [last, setLast] = useState(first)
  const [sent, setSent] = useState('sent' in first ? first.sent : undefined)
  const { form, field, reset } = useServerForm(codeRequest, { code: '' }, async ({ code }) => {
    await postTextCodeEntry(email, person._id, { code })
    await refreshAccountPatients(client)
    toast('success', 'Your number is confirmed. We text you from now on.')
    onClose()
  })

  async function sendAgain() {
    const requested = await requestCode(email, person._id)
    setLast(requested)
    if ('sent' in requested) setSent(requested.sent)
    reset()
  }

  return (
    <section aria-label="Confirm your number" className="mt-4 grid max-w-96 gap-4">
      {sent ? (
        <p role="status" className="wrap-anywhere">
          We’ve sent a code to {sent.phone}. It works for {sent.minutes} minutes. {untilThen[person.contact]}
        </p>
      ) : (
        <p>To get text messages, confirm your number first. {untilThen[person.contact]}</p>
      )}
      {sent && clinic.demo && (
        <p className="rounded-field bg-base-200 p-4 text-sm">
          Demo: no text is sent. You find it in the server’s folder of texts.
        </p>
      )}
      {'problem' in last && (
        <p role="alert" className="text-error text-sm">
          {last.problem}
        </p>
      )}
      {sent && (
        <ServerForm {...form} submit="Confirm" className="gap-4">
          <Field label="Code" inputMode="numeric" autoComplete="one-time-code" required autoFocus {...field('code')} />
        </ServerForm>
      )}
      <Again
        key={sent?.phone}
        wait={sent?.againAfterSeconds ?? 0}
        label={sent ? 'Send a new code' : 'Send a code'}
        onSend={sendAgain}
      />
      <button type="button" className="btn btn-line" onClick={onClose}>
        {sent ? 'Not now' : 'Close'}
      </button>
    </section>
  )
}

interface AgainProps {
  /** Seconds until the button can be pressed. */
  wait: number
  label: string
  onSend: () => Promise<void>
}

/** Sends a code again, after a while. */
function Again({ wait, label, onSend }: AgainProps) {
  const [rounds, setRounds] = useState(0)
  const { run, isBusy } = useChange(onSend, { onEnd: () => setRounds(rounds + 1) })
  const [passed, setPassed] = useState(wait === 0 ? 0 : -1)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(rounds), wait * 1_000)
    return () => clearTimeout(timer)
  }, [wait, rounds])
  if (passed < rounds)
    return <p className="text-quiet text-sm">Nothing there? You can ask for a new code in a minute.</p>
  return (
    <BusyButton busy={isBusy} className="btn btn-line" onClick={() => void run()}>
      {label}
    </BusyButton>
  )
}
