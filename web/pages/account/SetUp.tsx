import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { appCode, type SecondFactorSetup } from '#contract/access/second-factor.ts'
import { postAppCode, postSetUp, refreshSecondFactor } from '#web/api/second-factor.ts'
import { replaceSession } from '#web/session/session.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { AppSecret } from '#web/ui/sign-in/AppSecret.tsx'
import { PasswordConfirm } from './PasswordConfirm.tsx'

interface SetUpProps {
  email: string
  hasPassword: boolean
  /** Receives the recovery codes. */
  onDone: (codes: string[]) => void
}

/** Sets an authenticator app up: asks for the password, shows what the app needs, and asks for its first code. */
export function SetUp({ email, hasPassword, onDone }: SetUpProps) {
  const [setup, setSetup] = useState<SecondFactorSetup>()
  if (setup) return <FirstCode setup={setup} email={email} onDone={() => onDone(setup.backupCodes)} />
  return (
    <div className="mt-4">
      <PasswordConfirm
        label="Set up an app"
        text="First, please confirm that it is you."
        email={email}
        hasPassword={hasPassword}
        onConfirm={async (body) => setSetup(await postSetUp(body))}
      />
    </div>
  )
}

function FirstCode({ setup, email, onDone }: { setup: SecondFactorSetup; email: string; onDone: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const { form, field } = useServerForm(appCode, { code: '' }, async (fields) => {
    await replaceSession(() => postAppCode(fields), email)
    toast('success', 'Your authenticator app is set up. All other devices were signed out.')
    onDone()
    await refreshSecondFactor(client)
  })
  return (
    <ol className="mt-4 grid list-decimal gap-6 pl-5 marker:text-quiet">
      <li>
        <p>
          Scan this picture with an authenticator app, such as Google Authenticator, Aegis or your password manager.
        </p>
        <AppSecret setup={setup} />
      </li>
      <li>
        <p>Enter the code that the app shows.</p>
        <ServerForm {...form} submit="Finish" className="mt-3 max-w-60 gap-3">
          <Field
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            autoFocus
            required
            {...field('code')}
          />
        </ServerForm>
      </li>
    </ol>
  )
}
