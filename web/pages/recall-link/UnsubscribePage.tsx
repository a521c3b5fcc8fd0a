import { Bar } from '#web/ui/feedback/Bar.tsx'
import { type LinkFrame, LinkPage } from '#web/ui/link/LinkPage.tsx'
import { Unsubscribe } from './Unsubscribe.tsx'

const frame: LinkFrame = {
  title: 'Emails about your next visit',
  what: 'Your choice of emails',
  loading: 'Loading your choice',
  skeleton: (
    <div className="mt-3">
      <Bar width="w-4/5" />
      <Bar width="w-3/5" />
      <div className="skeleton mt-6 h-11 w-48" />
    </div>
  ),
}

/** The page of the link that stops invitations to come back, whose holder need not be signed in. The link has no
 *  end. */
export default function UnsubscribePage() {
  return <LinkPage frame={frame}>{(token) => <Unsubscribe frame={frame} token={token} />}</LinkPage>
}
