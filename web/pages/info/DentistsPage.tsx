import { Link } from 'react-router'
import type { PublicDentist } from '#contract/site/clinic.ts'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'

/** The dentists, each with a link to book with them. The server repeats the card for each dentist, and removes elements
 *  with `data-if` that the clinic has no text for. */
export default function DentistsPage() {
  const { dentists = [] } = clinic
  return (
    <section className="shell py-12 md:py-16">
      <h1 className="text-3xl">Our Dentists</h1>
      {dentists.length > 0 && (
        <section data-if="hasDentists" aria-label="Dentists">
          <p className="mt-4 max-w-text text-lg text-quiet">Pick a dentist, or take the first free time.</p>
          <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
            {dentists.map((dentist) => (
              <DentistCard key={dentist.id} dentist={dentist} />
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

function DentistCard({ dentist }: { dentist: PublicDentist }) {
  const { id, name, initials, img, specialty, languages, sentence } = dentist
  return (
    <li data-each="dentists" className="flex flex-col items-start rounded-box border border-base-300 bg-card p-6">
      <div className="flex min-w-0 items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-full bg-base-300 font-bold text-xl *:col-start-1 *:row-start-1"
        >
          <span>{initials}</span>
          {img && (
            <span data-if="eachImg" className="size-20">
              <img src={img} alt="" width={80} height={80} loading="lazy" className="size-20 object-cover" />
            </span>
          )}
        </span>
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{name}</h2>
          {specialty && (
            <p data-if="eachSpecialty" className="text-quiet">
              {specialty}
            </p>
          )}
        </div>
      </div>
      {sentence && (
        <p data-if="eachSentence" className="wrap-anywhere mt-4">
          {sentence}
        </p>
      )}
      {languages && (
        <p data-if="eachLanguages" className="wrap-anywhere mt-2 text-quiet">
          Speaks {languages}
        </p>
      )}
      <p className="mt-auto pt-4">
        <Link to={`${pages.appointment}?doctor=${id}`} className="btn btn-line">
          Book with {name}
        </Link>
      </p>
    </li>
  )
}
