import { z } from 'zod/mini'
import { isoDateOrEmpty } from '#contract/kit/time/iso-date.ts'
import type { AccountPatient, SharedPatient } from '#contract/patient/account-patient.ts'
import { postAcceptance } from '#web/api/ties.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

interface OfferProps {
  email: string
  token: string
  shared: SharedPatient
  onAccepted: (person: AccountPatient) => Promise<void>
}

/** What a link offers: to act for a person, or one's own record. */
export function SharedOffer(props: OfferProps) {
  return props.shared.kind === 'act' ? <ActFor {...props} /> : <TakeOver {...props} />
}

function ActFor({ email, token, shared: { name, sharedBy }, onAccepted }: OfferProps) {
  const { isBusy, problem, run } = useChange(() => postAcceptance(email, { token }), { onDone: onAccepted })
  return (
    <MessageCard title={`Act for ${name}`}>
      <p className="wrap-anywhere">
        {sharedBy} asks you to act for {name}, too. You then see the appointments of {name}, and can book, move and pay
        for them.
      </p>
      <BusyButton busy={isBusy} className="btn btn-action" onClick={() => void run()}>
        Act for them
      </BusyButton>
      <p role="status" className="text-error">
        {problem}
      </p>
    </MessageCard>
  )
}

const fields = z.object({ birthDate: isoDateOrEmpty, keepsAccess: z.boolean() })
const empty: z.infer<typeof fields> = { birthDate: '', keepsAccess: false }

function TakeOver({ email, token, shared: { name, sharedBy }, onAccepted }: OfferProps) {
  const { form, field } = useServerForm(fields, empty, async (values) =>
    onAccepted(await postAcceptance(email, { token, ...values })),
  )
  return (
    <MessageCard title={`Are you ${name}?`}>
      <p className="wrap-anywhere">
        {sharedBy} hands the record of {name} over to you. If you are {name}, enter your birth date: the record becomes
        yours, and its appointments move into this account.
      </p>
      <ServerForm {...form} submit="This is me" className="w-full max-w-96 gap-4 text-left">
        <Field label="Your birth date" type="date" autoComplete="bday" required {...field('birthDate')} />
        <label className="flex items-start gap-3">
          <input type="checkbox" className="checkbox shrink-0" {...field('keepsAccess')} />
          <span className="wrap-anywhere">{sharedBy} may go on seeing and changing my appointments</span>
        </label>
      </ServerForm>
    </MessageCard>
  )
}
