import { Bar } from '#web/ui/feedback/Bar.tsx'
import { type LinkFrame, LinkPage } from '#web/ui/link/LinkPage.tsx'
import { Invitation } from './Invitation.tsx'

const frame: LinkFrame = {
  title: 'Time for your next visit',
  what: 'Your invitation',
  loading: 'Loading the free times',
  skeleton: (
    <div className="mt-6 grid gap-3">
      <Bar width="w-4/5" />
      <div className="skeleton mt-3 h-18" />
      <div className="skeleton h-18" />
      <div className="skeleton h-18" />
    </div>
  ),
}

/** The page of the link in an invitation to come back, whose holder need not be signed in (docs/decisions/0085). */
export default function RecallLinkPage() {
  return (
    <LinkPage frame={frame}>
      {(linked) => {
        // The link of a time in the email ends with that time.
        const [token = '', wanted] = linked.split('&')
        return <Invitation frame={frame} token={token} wanted={wanted} />
      }}
    </LinkPage>
  )
}
