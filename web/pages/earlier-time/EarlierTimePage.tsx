import { type LinkFrame, LinkPage } from '#web/ui/link/LinkPage.tsx'
import { TimeCardSkeleton } from '#web/ui/link/TimeCard.tsx'
import { Offer } from './Offer.tsx'

/** The link to leave the list is the one to the offer with this before its token. */
const leaving = 'leave.'

const frame: LinkFrame = {
  title: 'An earlier time',
  what: 'The earlier time',
  loading: 'Loading the earlier time',
  skeleton: (
    <TimeCardSkeleton>
      <div className="skeleton mt-6 h-11 w-44 rounded-field" />
    </TimeCardSkeleton>
  ),
}

/** The earlier time of a link in an email, for its holder, who need not be signed in (docs/decisions/0084). */
export default function EarlierTimePage() {
  return (
    <LinkPage frame={frame}>
      {(linked) => {
        const wantsToLeave = linked.startsWith(leaving)
        const token = wantsToLeave ? linked.slice(leaving.length) : linked
        return <Offer frame={frame} token={token} wantsToLeave={wantsToLeave} />
      }}
    </LinkPage>
  )
}
