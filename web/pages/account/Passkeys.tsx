import { useQuery, useQueryClient } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useRef } from 'react'
import { z } from 'zod/mini'
import { newPasskey } from '#contract/access/second-factor.ts'
import { addPasskey, deletePasskey, passkeysQuery, refreshSecondFactor } from '#web/api/second-factor.ts'
import { clinicDayInText } from '#web/dates.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'

/** Lists the passkeys of the account, and adds and removes them. */
export function Passkeys() {
  const client = useQueryClient()
  const passkeys = useQuery(passkeysQuery)
  const list = useRef<HTMLUListElement>(null)

  if (!passkeys.data && !passkeys.isPending) return <LoadError what="Your passkeys" query={passkeys} className="mt-4" />
  return (
    <>
      <h3 className="mt-5 text-lg">Passkeys</h3>
      <p className="mt-1 max-w-text text-quiet">
        A passkey takes the place of the code: your device asks for your fingerprint, your face or its PIN.
      </p>
      <ul ref={list} tabIndex={-1} aria-label="Passkeys" className="divide-y divide-base-300 outline-none">
        {passkeys.data?.map(({ id, name, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <KeyRound size={20} aria-hidden="true" className="text-quiet" />
            <p className="wrap-anywhere grow">
              {name}
              <span className="block text-quiet text-sm">Added {clinicDayInText(createdAt)}</span>
            </p>
            <InlineConfirm
              label="Remove"
              of={name}
              question="Remove this passkey?"
              send={() => confirmed(() => deletePasskey(id))}
              done={`The passkey ${name} was removed.`}
              refresh={() => refreshSecondFactor(client)}
              onEnd={() => list.current?.focus({ preventScroll: true })}
            />
          </li>
        ))}
      </ul>
      <AddPasskey />
    </>
  )
}

const nameOnly = z.pick(newPasskey, { name: true })

function AddPasskey() {
  const client = useQueryClient()
  const toast = useToast()
  const { form, field, reset } = useServerForm(nameOnly, { name: '' }, async ({ name }) => {
    await confirmed(() => addPasskey(name))
    reset()
    toast('success', `The passkey ${name} was added.`)
    await refreshSecondFactor(client)
  })
  return (
    <ServerForm
      {...form}
      submit="Add a passkey"
      submitClass="btn-line justify-self-start"
      className="mt-3 max-w-96 gap-3"
    >
      <Field
        label="Name"
        hint="Such as ‘my phone’ or ‘front desk’."
        autoComplete="off"
        maxLength={100}
        required
        {...field('name')}
      />
    </ServerForm>
  )
}
