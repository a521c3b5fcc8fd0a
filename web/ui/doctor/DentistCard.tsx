import { Link } from 'react-router'
import type { PublicDentist } from '#contract/site/clinic.ts'
import { pages } from '#contract/site/pages.ts'

interface DentistCardProps {
  dentist: PublicDentist
  /** The heading with their name. */
  Name: 'h2' | 'h3'
}

/** A dentist with a link to book with them. The server repeats it for each dentist, and removes elements with `data-if`
 *  that the clinic has no text for. */
export function DentistCard({ dentist, Name }: DentistCardProps) {
  const { id, name, initials, img, specialty, languages, sentence } = dentist
  return (
    <li data-each="dentists" className="flex flex-col items-start rounded-box border border-base-300 bg-card p-6">
      <div className="flex w-full min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
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
        <div className="min-w-0 flex-1 basis-36">
          <Name className="wrap-anywhere text-xl">{name}</Name>
          {specialty && (
            <p data-if="eachSpecialty" className="wrap-anywhere text-quiet hyphens-auto">
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
