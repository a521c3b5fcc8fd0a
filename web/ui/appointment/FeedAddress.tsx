import { type Ref, useId, useState } from 'react'
import { type Feed, getFeedUrl, renewFeedUrl } from '#web/api/icalendar.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'

interface FeedAddressProps {
  feed: Feed
  /** Whose subscriptions end if the address is renewed: 'your', or a doctor's name with an apostrophe. */
  whose: string
}

/** Shows the address of a private calendar feed on request, and renews it. */
export function FeedAddress({ feed, whose }: FeedAddressProps) {
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const [url, setUrl] = useState<string>()
  // The button that showed it is gone.
  const address = useFocusWhen<HTMLInputElement>(url !== undefined)
  const show = useChange(() => getFeedUrl(feed), { onDone: setUrl })
  if (url === undefined) {
    return (
      <ChangeButton change={show} className="btn btn-line mt-4">
        Show the address
      </ChangeButton>
    )
  }
  return (
    <>
      <Address ref={address} url={url} />
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={url.replace(/^https?:/, 'webcal:')} className="btn btn-action">
          Subscribe
        </a>
        <CopyButton text={url} />
        <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
          Renew address
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Renew the calendar address?"
          text={`Calendars that use ${whose} current address stop updating. Subscribe to the new address instead.`}
          action="Renew address"
          failed="The address is still the same."
          onConfirm={async (close) => {
            setUrl(await renewFeedUrl(feed))
            close()
            address.current?.focus()
            toast('success', 'The calendar has a new address')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Address({ url, ref }: { url: string; ref: Ref<HTMLInputElement> }) {
  const id = useId()
  return (
    <div className="mt-4">
      <label htmlFor={id} className="mb-1 block font-medium">
        Calendar address
      </label>
      <input ref={ref} id={id} readOnly value={url} className="input field" onFocus={({ target }) => target.select()} />
      <p className="mt-1 text-quiet text-sm">Keep it private: anyone with this address can read the calendar.</p>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const toast = useToast()
  const copy = useChange(() => navigator.clipboard.writeText(text), {
    done: 'Address copied',
    onFailed: () => toast('error', 'Your browser did not allow copying. Select the address and copy it.'),
  })
  return (
    <BusyButton busy={copy.isBusy} className="btn btn-line" onClick={() => void copy.run()}>
      Copy
    </BusyButton>
  )
}
