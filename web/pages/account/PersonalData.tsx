import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { accountPatientsOf } from '#web/api/account-patients.ts'
import { ownData, postErasure } from '#web/api/personal-data.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { forgetOffline } from '#web/session/offline/kept.ts'
import { useLeave } from '#web/session/use-session-keeper.ts'
import { DataFiles } from '#web/ui/DataFiles.tsx'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ifEmailed } from '#web/unsent.ts'

const listFormat = new Intl.ListFormat('en')

interface PersonalDataProps {
  email: string
  /** Staff can't erase their account themselves. */
  canErase: boolean
}

/** Downloads all data about the signed-in person, and erases their account. */
export function PersonalData({ email, canErase }: PersonalDataProps) {
  const [erasure, setErasure] = useState<'asking' | 'done'>()

  const erase = async () => {
    await confirmed(() => postErasure(email))
    await forgetOffline()
    setErasure('done')
  }

  return (
    <>
      <p className="mt-2 max-w-text text-quiet">
        Everything that we keep about you: your account, appointments, payments, the emails that we sent you, and when
        our staff looked at it. What it is for and how long we keep it is on the page{' '}
        <Link to={pages.privacy} className="text-link">
          Privacy
        </Link>
        .
      </p>
      <DataFiles load={ownData} />
      {canErase && (
        <>
          <h3 className="mt-8 font-bold">Erase your account</h3>
          <p className="mt-2 max-w-text text-quiet">
            Your past appointments and payments stay in our books, without your name, email address and phone number.
          </p>
          <Others email={email} />
          <button type="button" className="btn btn-line mt-4 text-error" onClick={() => setErasure('asking')}>
            Erase my account
          </button>
        </>
      )}
      {erasure === 'asking' && (
        <ConfirmDialog
          title="Erase your account?"
          text="You can’t sign in any more, and your appointments, receipts and settings are gone for you. This can’t be undone."
          action="Erase my account"
          failed="Your account was not erased."
          onConfirm={erase}
          onClose={() => setErasure(undefined)}
        />
      )}
      {erasure === 'done' && <Erased />}
    </>
  )
}

/** Says what stays of the people for whom the account acts, and what goes. */
function Others({ email }: { email: string }) {
  const { data = [] } = useQuery(accountPatientsOf(email))
  const names = data.filter(({ relation }) => relation !== 'self').map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className="wrap-anywhere mt-2 max-w-text text-quiet">
      {listFormat.format(names)} stay patients of the clinic, with their names, birth dates and appointments. Your phone
      number and email address are removed from their records, too, so that we may not be able to reach them. Whoever
      never had an appointment is deleted.
    </p>
  )
}

/** Says that the account is erased, and leaves the dashboard. */
function Erased() {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useLeave()
  return (
    <FormDialog
      ref={dialog}
      title="Your account was erased"
      text={ifEmailed('We’ve sent you an email about it, the last one.')}
      onClose={leave}
    >
      <button data-autofocus type="button" className="btn btn-line mt-6" onClick={() => dialog.current?.close()}>
        Go to the home page
      </button>
    </FormDialog>
  )
}
