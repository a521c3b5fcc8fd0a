import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccountPatient, shareRequest } from '#contract/patient/account-patient.ts'
import { accountPatientsOf, deleteAccountPatient, refreshAccountPatients } from '#web/api/account-patients.ts'
import { deleteAccess, postAgreement, postShare } from '#web/api/ties.ts'
import { clinicDayInText } from '#web/dates.ts'
import { AddAccountPatient } from '#web/ui/account-patient/AddAccountPatient.tsx'
import { relationWords, wayWords } from '#web/ui/account-patient/relations.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { toOptions } from '#web/ui/form/to-options.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { ifEmailed } from '#web/unsent.ts'
import { HandOver } from './HandOver.tsx'
import { PersonDetails } from './YourDetails.tsx'

/** The people for whom the account acts besides its owner, and who else acts for its owner. */
export function Family({ email }: { email: string }) {
  const persons = useQuery(accountPatientsOf(email))
  const [isAdding, setIsAdding] = useState(false)
  const own = persons.data?.find(({ relation }) => relation === 'self')
  const others = persons.data?.filter(({ relation }) => relation !== 'self') ?? []
  const added = () => setIsAdding(false)
  return (
    <>
      <p className="mt-2 max-w-text text-quiet">
        Your children, a parent, a partner: book, move and pay for their appointments from your account.
      </p>
      <LoadError what="The list" query={persons} className="mt-4" />
      <ul aria-label="People" className="mt-2 divide-y divide-base-300">
        {others.map((person) => (
          <li key={person._id} className="py-5">
            <AccountPatientRow email={email} person={person} />
          </li>
        ))}
      </ul>
      {isAdding ? (
        <div className="mt-4 max-w-96">
          <AddAccountPatient email={email} onAdded={added} onCancel={added} />
        </div>
      ) : (
        <button type="button" className="btn btn-line mt-4" onClick={() => setIsAdding(true)}>
          Add a person
        </button>
      )}
      {own && own.others.length > 0 && <ActForYou email={email} own={own} />}
    </>
  )
}

function AccountPatientRow({ email, person }: { email: string; person: AccountPatient }) {
  const client = useQueryClient()
  const { _id, name, relation, isEditable, seesNothing, others } = person
  return (
    <>
      <h3 className="wrap-anywhere font-bold">
        <bdi>{name}</bdi>
      </h3>
      <p className="text-quiet">
        {relationWords[relation]}
        {others.length > 0 && `, also in the account of ${others.map((each) => each.email).join(', ')}`}
      </p>
      {seesNothing ? (
        <p className="mt-2 max-w-text">
          {name} is of age. You can still book for them. You see their appointments again once they agree in an account
          of their own.
        </p>
      ) : (
        <PersonDetails email={email} person={person} />
      )}
      {(isEditable || seesNothing) && (
        <div className="mt-3 flex flex-wrap gap-3">
          {isEditable && <Share email={email} person={person} />}
          <HandOver email={email} person={person} />
        </div>
      )}
      <div className="mt-3">
        <InlineConfirm
          label="Remove"
          of={name}
          question={`Stop acting for ${name}? Appointments stay; you don’t see them any more.`}
          send={() => deleteAccountPatient(email, _id)}
          done={`You don’t act for ${name} any more.`}
          refresh={() => refreshAccountPatients(client)}
        />
      </div>
    </>
  )
}

/** Emails a link to another parent, or to anybody else who is to act for the person, too. */
function Share({ email, person: { _id, name, relation } }: { email: string; person: AccountPatient }) {
  const toast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const empty = { email: '', relation: relation === 'self' ? ('other' as const) : relation }
  const { form, field } = useServerForm(shareRequest, empty, async (share) => {
    await postShare(email, _id, share)
    toast('success', ifEmailed(`We’ve sent a link to ${share.email}. It works for seven days.`))
    setIsOpen(false)
  })
  if (!isOpen)
    return (
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        Share<span className="sr-only"> {name}</span>
      </button>
    )
  return (
    <ServerForm {...form} submit="Send a link" onCancel={() => setIsOpen(false)} className="w-full max-w-96 gap-4">
      <Field label="Their email address" type="email" autoComplete="off" autoFocus required {...field('email')} />
      <SelectField label={`Who ${name} is to them`} {...field('relation')}>
        {toOptions([
          ['child', 'Their child'],
          ['partner', 'Their partner'],
          ['parent', 'Their parent'],
          ['other', 'Another person'],
        ])}
      </SelectField>
    </ServerForm>
  )
}

/** The other accounts that act for the owner of this one. */
function ActForYou({ email, own }: { email: string; own: AccountPatient }) {
  const client = useQueryClient()
  return (
    <>
      <h3 className="mt-8 font-bold">Who acts for you</h3>
      <ul aria-label="Who acts for you" className="mt-2 divide-y divide-base-300">
        {own.others.map(({ userId, email: other, way, since, seesNothing }) => (
          <li key={userId} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere">{other}</p>
              <p className="text-quiet text-sm">
                {way && since && `${wayWords[way]} ${clinicDayInText(since)}`}
                {seesNothing && ' · can book for you, and sees nothing'}
              </p>
            </div>
            {seesNothing && (
              <InlineConfirm
                label="Let them see"
                of={other}
                question={`Let ${other} see and change your appointments?`}
                send={() => postAgreement(email, own._id, userId)}
                done={`${other} sees your appointments now.`}
                refresh={() => refreshAccountPatients(client)}
              />
            )}
            <InlineConfirm
              label="Remove"
              of={other}
              question={`Stop ${other} from seeing and changing your appointments?`}
              send={() => deleteAccess(email, own._id, userId)}
              done={`${other} doesn’t act for you any more.`}
              refresh={() => refreshAccountPatients(client)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
