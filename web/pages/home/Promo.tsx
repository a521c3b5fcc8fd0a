import { useEffect } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'

/** A second invitation to book. */
export function Promo() {
  return (
    <section className="shell">
      <div className="grid items-center gap-8 rounded-box bg-neutral px-8 py-14 text-neutral-content dark:bg-base-300 dark:text-base-content md:grid-cols-[1fr_auto] md:px-14">
        <div>
          <p className="font-bold">Appointment</p>
          <h2 className="mt-2 text-3xl">Make an appointment today</h2>
          <p className="mt-4 max-w-text text-balance">
            See which times are free, and the price, before you book. Nothing to pay up front.
          </p>
          <NextFree />
        </div>
        <Link to={pages.appointment} className="btn btn-lg btn-action justify-self-start">
          Make an appointment
        </Link>
      </div>
    </section>
  )
}

// As old as the document, so it is not shown again after the visitor has left this page within the app.
let { nextFree } = clinic

/** The next free time and the lowest price, as the server wrote them into this document. */
function NextFree() {
  useEffect(
    () => () => {
      nextFree = undefined
    },
    [],
  )
  if (!nextFree) return null
  return (
    <p data-if="nextFree" className="mt-4 text-balance font-bold">
      {nextFree}
    </p>
  )
}
