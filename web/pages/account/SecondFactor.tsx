import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Account } from '#contract/account.ts'
import { postNewRecoveryCodes, postTurnOff, refreshSecondFactor } from '#web/api/second-factor.ts'
import { replaceSession } from '#web/session/session.ts'
import { Done } from '#web/ui/feedback/Done.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { RecoveryCodes } from '#web/ui/sign-in/AppSecret.tsx'
import { ConfirmFirst } from '#web/ui/sign-in/SendAgain.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordConfirm } from './PasswordConfirm.tsx'
import { SetUp } from './SetUp.tsx'

interface SecondFactorProps {
  account: Account
  email: string
}

/** Shows whether the account has a second factor, sets one up and turns it off. */
export function SecondFactor({ account, email }: SecondFactorProps) {
  // New codes are shown until they are put away, also when the account has changed meanwhile.
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (account.secondFactor === 'none') return <p className="mt-3 text-quiet">The demo admin’s account has none.</p>
  const hasPassword = account.password === 'own'
  if (account.secondFactor !== 'on')
    return (
      <Introduction isRequired={account.secondFactor === 'required'}>
        {account.emailConfirmed ? (
          <SetUp email={email} hasPassword={hasPassword} onDone={setCodes} />
        ) : (
          <ConfirmFirst email={email} />
        )}
      </Introduction>
    )
  return <TurnedOn email={email} hasPassword={hasPassword} onCodes={setCodes} />
}

function Introduction({ isRequired, children }: { isRequired: boolean; children: ReactNode }) {
  return (
    <>
      {isRequired && (
        <p role="status" className="mt-3 rounded-field bg-base-200 p-4 font-medium">
          Set up an authenticator app before you use the clinic’s pages.
        </p>
      )}
      <p className="mt-2 max-w-text text-quiet">
        After your password, the login asks for a code that an app on your phone shows. Whoever learns your password
        then can’t sign in with it.
      </p>
      {children}
    </>
  )
}

interface TurnedOnProps {
  email: string
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

function TurnedOn({ email, hasPassword, onCodes }: TurnedOnProps) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <>
      <p className="mt-2">
        Authenticator app
        <Done>Set up</Done>
      </p>
      <Passkeys />
      <div className="mt-6 grid justify-items-start gap-3 border-base-300 border-t pt-5">
        <PasswordConfirm
          label="New recovery codes"
          text="The codes that you have stop working."
          email={email}
          hasPassword={hasPassword}
          onConfirm={async (body) => onCodes((await postNewRecoveryCodes(body)).backupCodes)}
        />
        <PasswordConfirm
          label="Turn off"
          text="Removes the app, its recovery codes and your passkeys. Your password alone signs you in again."
          email={email}
          hasPassword={hasPassword}
          onConfirm={async (body) => {
            await replaceSession(() => postTurnOff(body), email)
            toast('success', 'Your second factor is off.')
            await refreshSecondFactor(client)
          }}
        />
      </div>
    </>
  )
}
