import type { Clinic } from '#contract/site/clinic.ts'
import { clinic } from '#web/clinic.ts'
import elena from './pictures/elena.svg?no-inline'
import nora from './pictures/nora.svg?no-inline'
import samuel from './pictures/samuel.svg?no-inline'

type Review = Clinic['reviews'][number]

// The portraits of the sample reviews' people, who are made up.
const drawings = [
  { img: nora, alt: 'A woman with long red hair, smiling' },
  { img: samuel, alt: 'A man with short dark hair and a beard, smiling' },
  { img: elena, alt: 'A woman with glasses and grey hair in a bun, smiling' },
]

/** The reviews that the clinic shows, if there are any. A sample one is marked as such. The server removes an element
 *  with `data-if` from the built page if the clinic has no such data. */
export function Testimonials() {
  const { reviews } = clinic
  if (reviews.length === 0) return null
  return (
    <section data-if="hasReviews" className="mt-16 bg-base-200 py-16 md:mt-24 md:py-24" aria-labelledby="testimonials">
      <div className="shell">
        <h2 id="testimonials" className="text-center text-3xl">
          What our patients say
        </h2>
        {reviews.some(({ sample }) => sample) && (
          <p data-if="hasSampleReviews" className="mx-auto mt-4 max-w-text text-balance text-center text-lg text-quiet">
            Sample reviews. Real ones will appear here with our patients’ permission.
          </p>
        )}
        <ul className="mt-12 grid gap-6 lg:grid-cols-3">
          {reviews.map((review, n) => (
            <li
              key={n}
              data-if={`review${n}`}
              className="flex flex-col justify-between gap-8 rounded-box border border-base-300 bg-card p-8"
            >
              <div>
                {review.sample && (
                  <p
                    data-if={`review${n}sample`}
                    className="inline-block rounded-field bg-base-300 px-3 py-1 font-medium text-sm"
                  >
                    Sample review
                  </p>
                )}
                <p className="mt-4 text-lg">{review.text}</p>
              </div>
              <div className="flex items-center gap-4">
                <Portrait review={review} drawing={drawings[n]} n={n} />
                <div>
                  <h3 className="text-base">{review.name}</h3>
                  <p className="text-quiet text-sm">{review.location}</p>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface PortraitProps {
  review: Review
  /** Shown for a sample review without a picture of its own. */
  drawing: (typeof drawings)[number] | undefined
  n: number
}

/** The author's portrait, which says nothing that the name doesn't; a drawing for a sample review. */
function Portrait({ review: { sample, portrait }, drawing, n }: PortraitProps) {
  return (
    <>
      {portrait && (
        <span data-if={`review${n}portrait`} className="size-20 shrink-0">
          <img src={portrait} alt="" width={80} height={80} loading="lazy" className="size-20 rounded-full" />
        </span>
      )}
      {sample && drawing && (import.meta.env.SSR || !portrait) && (
        <span data-if={`review${n}drawing`} className="size-20 shrink-0">
          <img
            src={drawing.img}
            alt={drawing.alt}
            width={80}
            height={80}
            loading="lazy"
            className="size-20 rounded-full"
          />
        </span>
      )}
    </>
  )
}
