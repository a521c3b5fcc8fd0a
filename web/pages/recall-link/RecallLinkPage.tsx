import { Bar } from '#web/ui/feedback/Bar.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { type LinkFrame, LinkPage } from '#web/ui/link/LinkPage.tsx'
import { Invitation } from './Invitation.tsx'

const useLater = loadLater(() => import('./later.ts'))

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

/** The link that stops invitations has this before its token. */
const stopping = 'stop.'

/** The page of the links in an invitation to come back, whose holder need not be signed in (docs/decisions/0085). */
export default function RecallLinkPage() {
  const later = useLater()?.later
  return (
    <LinkPage frame={frame}>
      {(linked) => {
        if (linked.startsWith(stopping))
          return later && <later.Unsubscribe frame={frame} token={linked.slice(stopping.length)} />
        // The link of a time in the email ends with that time.
        const [token = '', wanted] = linked.split('&')
        return <Invitation frame={frame} token={token} wanted={wanted} ends={later} />
      }}
    </LinkPage>
  )
}
