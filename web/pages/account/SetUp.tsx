import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { appCode, type SecondFactorSetup } from '#contract/access/second-factor.ts'
import { postAppCode, postSetUp, refreshSecondFactor } from '#web/api/second-factor.ts'
import { replaceSession } from '#web/session/session.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
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
  const secret = new URL(setup.totpURI).searchParams.get('secret') ?? ''
  return (
    <ol className="mt-4 grid list-decimal gap-6 pl-5 marker:text-quiet">
      <li>
        <p>
          Scan this picture with an authenticator app, such as Google Authenticator, Aegis or your password manager.
        </p>
        <QrCode text={setup.totpURI} label="QR code for your authenticator app" />
        <details className="mt-3">
          <summary className="text-link cursor-pointer py-1">Can’t scan it?</summary>
          <p className="mt-2">
            Enter this key in the app: <code className="wrap-anywhere select-all font-bold">{inGroups(secret)}</code>
          </p>
        </details>
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

function inGroups(secret: string) {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** A QR code, always dark on light, because many cameras read no other. `label` names it for screen readers. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mt-3 size-52 rounded-field border border-base-300"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={squares.join('')} />
    </svg>
  )
}
