import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { SecondFactorSetup } from '#contract/access/second-factor.ts'
import { appCode } from '#contract/access/second-factor.ts'
import { pages } from '#contract/site/pages.ts'
import { signUp as adminForm } from '#contract/user.ts'
import { postAppCode, postSetUp } from '#web/api/second-factor.ts'
import { postFirstAdmin } from '#web/api/set-up.ts'
import { replaceSession, signIn } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useForgetLinkToken, useLinkToken } from '#web/ui/link/use-link-token.ts'
import { AppSecret, RecoveryCodes } from '#web/ui/sign-in/AppSecret.tsx'

// It stands below the form, so that nothing moves when it comes.
const useNotice = loadLater(() => import('#web/ui/contact/UnsentNotice.tsx'))

/** Makes the first admin, with a password and an authenticator app, by the link in the server's log. */
export default function SetupPage() {
  const token = useLinkToken()
  const session = useSession()
  const [made, setMade] = useState<{ email: string; setup: SecondFactorSetup }>()
  useForgetLinkToken(made !== undefined)
  if (made) return <SecondStep {...made} />
  // Undefined until the address is read, and while the session is.
  if (token === undefined || session.status === 'loading') return null
  if (token === null) return session.status === 'in' ? <Navigate to={pages.setUpSteps} replace /> : <NoLink />
  return <FirstAdmin key={token} token={token} onMade={setMade} />
}

interface FirstAdminProps {
  token: string
  onMade: (made: { email: string; setup: SecondFactorSetup }) => void
}

function FirstAdmin({ token, onMade }: FirstAdminProps) {
  const notice = useNotice()
  const { form, field } = useServerForm(adminForm, { name: '', email: '', password: '' }, async (fields) => {
    await postFirstAdmin({ ...fields, token })
    await signIn({ email: fields.email, password: fields.password })
    onMade({ email: fields.email, setup: await postSetUp({ password: fields.password }) })
  })
  return (
    <FormCard
      title="Set up the clinic"
      reason="First, the account of the admin: you."
      submit="Create the account"
      {...form}
      below={notice ? <notice.UnsentNotice canSetUp={false} className="mt-4" /> : null}
    >
      <Field label="Name" autoComplete="name" required {...field('name')} />
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
      <PasswordField autoComplete="new-password" hint="At least 6 characters" required {...field('password')} />
    </FormCard>
  )
}

function SecondStep({ email, setup }: { email: string; setup: SecondFactorSetup }) {
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)
  const { form, field } = useServerForm(appCode, { code: '' }, async (fields) => {
    await replaceSession(() => postAppCode(fields), email)
    setDone(true)
  })
  if (isDone)
    return (
      <section className="mx-auto w-full max-w-110 px-5 pt-12 sm:pt-16">
        <div className="rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8">
          <RecoveryCodes codes={setup.backupCodes} onDone={() => void navigate(pages.setUpSteps)} />
        </div>
      </section>
    )
  return (
    <FormCard
      title="Your second factor"
      reason="Scan this picture with an authenticator app, then enter the code that it shows."
      submit="Go on"
      {...form}
      below={null}
    >
      <div className="[&>svg]:mx-auto">
        <AppSecret setup={setup} />
      </div>
      <Field label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={7} required {...field('code')} />
    </FormCard>
  )
}

function NoLink() {
  return (
    <MessageCard title="This page needs its link">
      <p>The server’s log has the link that sets the clinic up, as long as there is no admin.</p>
      <Link to={pages.login} className="btn btn-action">
        Login
      </Link>
    </MessageCard>
  )
}
