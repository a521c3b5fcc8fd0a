import { type LinkFrame, LinkPage } from '#web/ui/link/LinkPage.tsx'
import { TimeCardSkeleton } from '#web/ui/link/TimeCard.tsx'
import { LinkedAppointment } from './LinkedAppointment.tsx'

const frame: LinkFrame = {
  title: 'Your appointment',
  what: 'Your appointment',
  loading: 'Loading your appointment',
  skeleton: <TimeCardSkeleton />,
}

/** The appointment of a link in an email, for its holder, who need not be signed in (docs/decisions/0034). */
export default function YourAppointmentPage() {
  return <LinkPage frame={frame}>{(token) => <LinkedAppointment frame={frame} token={token} />}</LinkPage>
}
