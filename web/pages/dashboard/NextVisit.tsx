import { Link } from 'react-router'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'

/** Where the appointments are and how to get there, below those that are ahead. The printed list has it in its
 *  header. */
export function NextVisit() {
  return (
    <section
      aria-label="The clinic"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-box border border-base-300 bg-card p-5 print:hidden"
    >
      <address className="min-w-0 not-italic">
        <span className="wrap-anywhere block font-bold">{clinic.name}</span>
        {clinic.address !== '' && (
          <a href={clinic.mapLink} rel="noreferrer" className="text-link wrap-anywhere tap">
            {clinic.address}
          </a>
        )}
        <span className="flex flex-wrap gap-x-6">
          {clinic.address !== '' && (
            <a href={directionsLink(clinic.address)} rel="noreferrer" className="text-link tap">
              Directions
            </a>
          )}
          <PhoneLink phone={clinic.phone} />
        </span>
      </address>
      <Link to={pages.appointment} className="btn btn-line">
        Book another
      </Link>
    </section>
  )
}
