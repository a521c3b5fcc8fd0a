import CircleAlert from 'lucide-react/icons/circle-alert'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { unsentNote } from '#web/unsent.ts'

interface UnsentNoticeProps {
  /** Whether the person can open the page that sets the services up. */
  canSetUp: boolean
  className?: string
}

/** Says that this server sends no emails or text messages, and where to set that up. In a demo it is no alarm. Nothing
 *  if the server sends both. */
export function UnsentNotice({ canSetUp, className = '' }: UnsentNoticeProps) {
  const note = unsentNote()
  if (note === '') return null
  if (clinic.demo)
    return (
      <p className={`rounded-field bg-base-200 p-4 text-sm ${className}`}>
        {note}{' '}
        {clinic.demo.outbox && (
          <a href="/sandbox/outbox" className="text-link">
            Open the outbox
          </a>
        )}
      </p>
    )
  return (
    <div className={`rounded-field bg-base-200 p-4 sm:p-5 ${className}`}>
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert size={20} aria-hidden="true" className="h-lh shrink-0 text-error" />
        <span>{note}</span>
      </p>
      {canSetUp && (
        <p className="mt-1 pl-7">
          <Link to={pages.outsideServices} className="text-link inline-block py-1">
            Set it up
          </Link>
        </p>
      )}
    </div>
  )
}
