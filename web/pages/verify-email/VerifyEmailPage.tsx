import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { pages } from '#contract/pages.ts'
import { getVerification } from '#web/api/auth.ts'
import { ApiError, sentence } from '#web/api/client.ts'
import { MessageCard } from '#web/components/MessageCard.tsx'
import { pageTitle } from '#web/page-title.ts'
import { SendAgain } from './SendAgain.tsx'

export const meta = () => pageTitle('Your email address')

/** Confirms the address by the token of the link that led here; gives what was wrong, null for nothing. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<string | null> {
  try {
    await getVerification(new URL(request.url).searchParams.get('token') ?? '')
    return null
  } catch (error) {
    const isRefused = error instanceof ApiError && [400, 401].includes(error.problem.status)
    return isRefused
      ? 'Please log in with the account that it belongs to and open it again. If you are, it is older than a day or a part of it is missing.'
      : sentence(error)
  }
}

export default function VerifyEmailPage() {
  const problem = useLoaderData<typeof clientLoader>()
  if (problem !== null) {
    return (
      <MessageCard title="This link did not work">
        <p>{problem}</p>
        <SendAgain />
      </MessageCard>
    )
  }
  return (
    <MessageCard title="Thank you">
      <p>Your email address is confirmed.</p>
      <Link to={pages.appointment} className="btn btn-action">
        Appointment
      </Link>
    </MessageCard>
  )
}
