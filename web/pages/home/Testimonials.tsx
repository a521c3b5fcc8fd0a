import elena from './pictures/elena.svg?no-inline'
import nora from './pictures/nora.svg?no-inline'
import samuel from './pictures/samuel.svg?no-inline'

const reviews = [
  {
    name: 'Nora Whitfield',
    review: 'A patient’s words about a first visit will go here, from the front desk to the way home.',
    location: 'Brooklyn, New York',
    img: nora,
    alt: 'A woman with long red hair, smiling',
  },
  {
    name: 'Samuel Adeyemi',
    review: 'A patient’s words about seeing a dentist again after years away will go here.',
    location: 'Queens, New York',
    img: samuel,
    alt: 'A man with short dark hair and a beard, smiling',
  },
  {
    name: 'Elena Marchetti',
    review: 'A patient’s words about a treatment will go here: how it felt, and if the price was as shown.',
    location: 'Hoboken, New Jersey',
    img: elena,
    alt: 'A woman with glasses and grey hair in a bun, smiling',
  },
]

/** Three sample reviews, marked as such; the people are made up. */
export function Testimonials() {
  return (
    <section className="mt-16 bg-base-200 py-16 md:mt-24 md:py-24" aria-labelledby="testimonials">
      <div className="shell">
        <h2 id="testimonials" className="text-center text-3xl">
          What our patients say
        </h2>
        <p className="mx-auto mt-4 max-w-text text-balance text-center text-lg text-quiet">
          Sample reviews. Real ones will appear here with our patients’ permission.
        </p>
        <ul className="mt-12 grid gap-6 lg:grid-cols-3">
          {reviews.map((review) => (
            <li
              key={review.name}
              className="flex flex-col justify-between gap-8 rounded-box border border-base-300 bg-card p-8"
            >
              <div>
                <p className="inline-block rounded-field bg-base-300 px-3 py-1 font-medium text-sm">Sample review</p>
                <p className="mt-4 text-lg">{review.review}</p>
              </div>
              <div className="flex items-center gap-4">
                <img
                  src={review.img}
                  alt={review.alt}
                  width={80}
                  height={80}
                  loading="lazy"
                  className="size-20 shrink-0 rounded-full"
                />
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
