import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'
import { postVerificationRequest } from '#web/api/auth.ts'
import { sentence } from '#web/api/client.ts'
import { OutboxHint } from '#web/components/OutboxHint.tsx'
import { useSession } from '#web/session/store.ts'

/** Sends the mail again to who is signed in; others are told to sign in. */
export function SendAgain() {
  const session = useSession()
  const [answer, setAnswer] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  if (session.status === 'loading') return null
  if (session.status === 'out') {
    return (
      <p>
        <Link to={pages.login} state={here} className="text-link">
          Login
        </Link>{' '}
        to have a new one sent.
      </p>
    )
  }
  const { email } = session.person

  const send = async () => {
    try {
      await postVerificationRequest({ email })
      setSent(true)
      setAnswer(`A new mail is on its way to ${email}.`)
    } catch (error) {
      setAnswer(sentence(error))
    }
  }

  return (
    <>
      {!sent && (
        <button type="button" className="btn btn-action" onClick={send}>
          Send it again
        </button>
      )}
      {answer !== null && <p className="break-words">{answer}</p>}
      {sent && <OutboxHint />}
    </>
  )
}

const here = { from: pages.verifyEmail }
