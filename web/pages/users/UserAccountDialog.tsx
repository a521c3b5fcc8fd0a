import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ReceivedUser } from '#contract/user.ts'
import { dataOf, postErasureOf } from '#web/api/personal-data.ts'
import { deleteSecondFactor, deleteSessions, sessionsOf } from '#web/api/user-sessions.ts'
import { refreshUsers } from '#web/api/users.ts'
import { clinicDayInText } from '#web/dates.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { useMay } from '#web/session/use-may.ts'
import { DataFiles } from '#web/ui/DataFiles.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'

interface UserAccountDialogProps {
  admin: string
  user: ReceivedUser
  onClose: () => void
}

/** A user's account: the devices that are signed in, which can be signed out, a second factor that was lost, and the
 *  data that the user may ask for or want erased. */
export function UserAccountDialog({ admin, user: { email }, onClose }: UserAccountDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const mayErase = useMay('erase-account', { email })
  const close = () => dialog.current?.close()

  return (
    <FormDialog ref={dialog} title="Account" text={email} onClose={onClose}>
      <SignIns admin={admin} email={email} onDone={close} />
      <h3 className="mt-8 font-bold">Their data</h3>
      <p className="mt-2 text-quiet">
        Use this when the person asks for it. Check who they are first. Activity shows what you did.
      </p>
      <DataFiles load={(format) => dataOf(admin, email, format)} />
      {mayErase && (
        <div className="mt-4">
          <InlineConfirm
            label="Erase account"
            question="Appointments stay in the books without the person. This can’t be undone."
            send={() => confirmed(() => postErasureOf(admin, email))}
            done={`The account ${email} was erased.`}
            onDone={close}
            refresh={() => refreshUsers(client)}
          />
        </div>
      )}
    </FormDialog>
  )
}

interface SignInsProps {
  admin: string
  email: string
  /** Called after a change. */
  onDone: () => void
}

/** Where a user is signed in, and the ways to end that. */
function SignIns({ admin, email, onDone }: SignInsProps) {
  const sessions = useQuery(sessionsOf(admin, email))
  const mayRemove = useMay('remove-second-factor', { email })
  return (
    <>
      <h3 className="mt-6 font-bold">Signed in</h3>
      {sessions.isPending && <div className="skeleton mt-4 h-24" />}
      {sessions.isError && <LoadError what="The list" query={sessions} className="mt-4" />}
      {sessions.data?.length === 0 && <p className="mt-2">Not signed in anywhere.</p>}
      <ul aria-label="Sessions" className="mt-2 divide-y divide-base-300">
        {sessions.data?.map(({ id, name, address, signedIn, lastUsed, present }) => (
          <li key={id} className="py-3">
            <p className="font-medium">{present ? `${name}, this device` : name}</p>
            <p className="wrap-anywhere text-quiet text-sm">
              Signed in {clinicDayInText(signedIn)}
              {address && ` from ${address}`}. Last used {clinicDayInText(lastUsed)}.
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-4 grid justify-items-start gap-3">
        <InlineConfirm
          label="Sign out everywhere"
          question={email === admin ? 'This signs you out, too.' : 'Sign this person out everywhere?'}
          send={() => confirmed(() => deleteSessions(admin, email))}
          done={`${email} was signed out everywhere.`}
          onDone={onDone}
        />
        {mayRemove && (
          <InlineConfirm
            label="Remove second factor"
            question="Do this only for a person who lost their phone and codes. Make sure that it is them."
            send={() => confirmed(() => deleteSecondFactor(admin, email))}
            done={`The second factor of ${email} was removed.`}
            onDone={onDone}
          />
        )}
      </div>
    </>
  )
}
