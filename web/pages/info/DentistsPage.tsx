import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { DentistCard } from '#web/ui/doctor/DentistCard.tsx'

/** The dentists, each with a link to book with them. The server repeats the card for each dentist, and removes elements
 *  with `data-if` that the clinic has no text for. */
export default function DentistsPage() {
  const { dentists = [] } = clinic
  return (
    <section className="shell py-12 md:py-16">
      <h1 className="text-3xl">Our Dentists</h1>
      {dentists.length > 0 && (
        <section data-if="hasDentists" aria-label="Dentists">
          <p className="mt-4 max-w-text text-lg text-quiet">
            Pick a dentist, or take{' '}
            <Link to={pages.appointment} className="text-link">
              the first free time
            </Link>
            .
          </p>
          <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
            {dentists.map((dentist) => (
              <DentistCard key={dentist.id} dentist={dentist} Name="h2" />
            ))}
          </ul>
        </section>
      )}
      {(import.meta.env.SSR || dentists.length === 0) && (
        <div data-if="hasNoDentists">
          <p className="mt-4 max-w-text text-lg text-quiet">Our team chooses your dentist when you book.</p>
          <Link to={pages.appointment} className="btn btn-action mt-6">
            See free times
          </Link>
        </div>
      )}
    </section>
  )
}
