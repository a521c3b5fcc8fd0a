import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { isoDateOrEmpty } from '#contract/kit/time/iso-date.ts'
import { ownRecordOf, postRecordClaim } from '#web/api/ties.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { toOptions } from '#web/ui/form/to-options.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'

const fields = z.object({ birthDate: isoDateOrEmpty, code: z.string(), whose: z.enum(['self', 'child']) })

/** Offers to reach a record that the clinic has with the account's email, by its birth date, or any record by a code of
 *  the desk. It says nothing of the record: the address may be mistyped there. */
export function EarlierRecord({ email }: { email: string }) {
  const { data } = useQuery(ownRecordOf(email))
  const [isOpen, setIsOpen] = useState(false)
  const isKnown = data?.isKnown ?? false
  if (isOpen) return <Claim email={email} byCode={!isKnown || data?.triesLeft === 0} onClose={() => setIsOpen(false)} />
  return (
    <div className="grid justify-items-start gap-3">
      {isKnown && (
        <p className="max-w-text font-medium">
          We have a patient’s record with your email address. If it is yours or your child’s, your birth date opens it.
        </p>
      )}
      <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
        {isKnown ? 'Open the record' : 'Enter a code from our desk'}
      </button>
    </div>
  )
}

function Claim({ email, byCode, onClose }: { email: string; byCode: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [hasCode, setHasCode] = useState(byCode)
  const empty: z.infer<typeof fields> = { birthDate: '', code: '', whose: 'self' }
  const { form, field } = useServerForm(fields, empty, async ({ birthDate, code, whose }) => {
    const proof = hasCode ? { code } : { birthDate }
    const { name } = await postRecordClaim(email, { ...proof, whose })
    toast('success', `The record of ${name} is in your account now.`)
    await client.invalidateQueries()
    onClose()
  })
  return (
    <ServerForm {...form} submit="Open the record" onCancel={onClose} className="max-w-96 gap-4">
      <SelectField label="Whose record is it?" {...field('whose')}>
        {toOptions([
          ['self', 'Mine'],
          ['child', 'My child’s'],
        ])}
      </SelectField>
      {hasCode ? (
        <Field
          label="Code from our desk"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Eight digits. Call us if you have none."
          required
          {...field('code')}
        />
      ) : (
        <Field label="Birth date" type="date" required {...field('birthDate')} />
      )}
      {!byCode && (
        <button type="button" className="text-link justify-self-start" onClick={() => setHasCode(!hasCode)}>
          {hasCode ? 'Use the birth date instead' : 'I have a code from the desk'}
        </button>
      )}
    </ServerForm>
  )
}
