import type { PatientFound } from '#contract/desk/new-appointment.ts'

interface PatientCardProps {
  patient: PatientFound
  onChange: () => void
}

/** The chosen patient: how to reach them, and their next appointment. */
export function PatientCard({ patient: { name, email, emailConfirmed, next }, onChange }: PatientCardProps) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-box border border-base-300 bg-card p-4">
      <div className="wrap-anywhere min-w-0">
        <p className="font-bold">{name}</p>
        <p className="text-quiet text-sm">{email ?? 'No email'}</p>
        {emailConfirmed === false && (
          <p className="font-medium text-sm">
            This address is not confirmed. The account shows the appointment once its owner opens the link in our email.
          </p>
        )}
        <p className="text-quiet text-sm">
          {next ? `Next: ${next.date}, ${next.slot}, ${next.treatment}` : 'No upcoming appointment'}
        </p>
      </div>
      <button type="button" className="btn btn-line px-4" onClick={onChange}>
        Change<span className="sr-only"> the patient</span>
      </button>
    </div>
  )
}
