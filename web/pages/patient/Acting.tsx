import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PatientRecord } from '#contract/patient/record.ts'
import { accountToAdd } from '#contract/patient/record.ts'
import { deletePatientAccount, postPatientAccount, refreshPatients } from '#web/api/desk/patients.ts'
import { clinicDayInText } from '#web/dates.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { Section } from '#web/ui/frame/Section.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { relationNames, wayNames } from './names.ts'
import { RecordCode } from './RecordCode.tsx'

interface ActingProps {
  admin: string
  record: PatientRecord
}

/** The accounts that may book and pay for a patient and see their appointments. */
export function Acting({ admin, record }: ActingProps) {
  const { _id: id, accounts, account, fields } = record
  const isOpen = account === undefined && !record.died
  const [isAdding, setAdding] = useState(false)
  const client = useQueryClient()

  return (
    <Section
      title="Who may act for them"
      action={
        isOpen && (
          <button type="button" className="btn btn-line" onClick={() => setAdding(true)}>
            Add an account
          </button>
        )
      }
    >
      <p className="mt-2 max-w-text text-quiet">These accounts see the appointments, and book and pay.</p>
      {accounts.length === 0 && <p className="mt-3">No account acts for {fields.name}.</p>}
      <ul className="mt-2">
        {accounts.map(({ email, relation, confirmed, since, way, madeBy, seesNothing }) => (
          <li
            key={email}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere font-medium">{email}</p>
              <p className="text-quiet text-sm">
                {relationNames[relation]}
                {!confirmed && ' · email not confirmed'}
                {seesNothing && ' · of age: can book, sees nothing until the patient agrees'}
              </p>
              <p className="wrap-anywhere text-quiet text-sm">
                {wayNames[way]} {clinicDayInText(since)}
                {madeBy && madeBy !== email && ` by ${madeBy}`}
              </p>
            </div>
            <InlineConfirm
              label="Remove"
              of={email}
              question={
                relation === 'self'
                  ? 'Is this account not theirs? It gets an empty record, and sees nothing of this one.'
                  : 'They won’t see these appointments any more.'
              }
              send={() => deletePatientAccount(admin, id, email)}
              done={`${email} no longer acts for ${fields.name}`}
              refresh={() => refreshPatients(client)}
            />
          </li>
        ))}
      </ul>
      {isOpen && <RecordCode admin={admin} id={id} name={fields.name} />}
      {isAdding && <AddAccount admin={admin} record={record} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function AddAccount({ admin, record: { _id: id, fields }, onClose }: ActingProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const toast = useToast()
  const empty = { email: '', relation: 'child' as const, reason: '' }
  const { form, field } = useServerForm(accountToAdd, empty, async (typed) => {
    await postPatientAccount(admin, id, typed)
    toast('success', `${typed.email} may act for ${fields.name}`)
    dialog.current?.close()
    await refreshPatients(client)
  })
  return (
    <FormDialog
      ref={dialog}
      title="Add an account"
      text={`Its owner will see the appointments of ${fields.name}. Make sure that they may.`}
      onClose={onClose}
    >
      <ServerForm {...form} submit="Add" className="mt-4 gap-4">
        <Field label="Email of the account" type="email" autoComplete="off" required autoFocus {...field('email')} />
        <SelectField label={`${fields.name} is their`} {...field('relation')}>
          <option value="child">child</option>
          <option value="partner">partner</option>
          <option value="parent">parent</option>
          <option value="other">somebody else</option>
        </SelectField>
        <Field label="Why they may" hint="For the record: how you know." required {...field('reason')} />
      </ServerForm>
    </FormDialog>
  )
}
