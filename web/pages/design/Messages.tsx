import { useState } from 'react'
import { UnknownBooking } from '#web/ui/appointment/BookingPage.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { DeleteDoctor } from '../manage-doctors/DeleteDoctor.tsx'
import { doctors } from './examples.ts'
import { Part, State } from './Part.tsx'

const failedQuery = { error: new Error('The clinic is not reachable.'), refetch: () => undefined }

/** Toasts, dialogs, errors, and screens that only show a message. */
export function Messages() {
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [doctor] = doctors
  return (
    <Part title="Messages">
      <State name="Toasts and a dialog">
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-line" onClick={() => toast('success', 'Doctor added successfully')}>
            Good news
          </button>
          <button type="button" className="btn btn-line" onClick={() => toast('error', 'Failed to add the doctor')}>
            Bad news
          </button>
          <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
            Open a dialog
          </button>
        </div>
        {asking && doctor && (
          <DeleteDoctor
            admin="admin@example.com"
            doctor={doctor}
            onClose={() => setAsking(false)}
            onDeleted={() => undefined}
          />
        )}
      </State>
      <State name="What could not be loaded">
        <LoadError what="The doctors" query={failedQuery} />
      </State>
      <State name="What is not there">
        <UnknownBooking />
      </State>
      <State name="A screen that only says something">
        <MessageCard title="Check your email">
          <p>If that address has an account, we’ve sent a link.</p>
          <button type="button" className="btn btn-action">
            Login
          </button>
        </MessageCard>
      </State>
    </Part>
  )
}
