import elena from './pictures/elena.svg?no-inline'
import nora from './pictures/nora.svg?no-inline'
import samuel from './pictures/samuel.svg?no-inline'

const reviews = [
  {
    _id: 1,
    name: 'Nora Whitfield',
    review: 'Here a patient will tell how a first visit went, from the front desk to the way home.',
    location: 'Brooklyn, New York',
    img: nora,
    alt: 'A woman with long red hair, smiling',
  },
  {
    _id: 2,
    name: 'Samuel Adeyemi',
    review: 'Here a patient will tell what it was like to come back to a dentist after years away.',
    location: 'Queens, New York',
    img: samuel,
    alt: 'A man with short dark hair and a beard, smiling',
  },
  {
    _id: 3,
    name: 'Elena Marchetti',
    review: 'Here a patient will tell how a treatment felt, and whether the price was the one on the page.',
    location: 'Hoboken, New Jersey',
    img: elena,
    alt: 'A woman with glasses and grey hair in a bun, smiling',
  },
]

/** Three places kept for the words of patients; the people are made up. */
export function Testimonials() {
  return (
    <section className="mt-16 bg-base-200 py-16 md:mt-24 md:py-24" aria-labelledby="testimonials">
      <div className="shell">
        <h2 id="testimonials" className="text-center text-3xl">
          What our patients say
        </h2>
        <p className="mx-auto mt-4 max-w-text text-balance text-center text-lg text-quiet">
          These three are examples. They keep the place until patients of ours agree to be quoted.
        </p>
        <ul className="mt-12 grid gap-6 lg:grid-cols-3">
          {reviews.map((review) => (
            <li
              key={review._id}
              className="flex flex-col justify-between gap-8 rounded-box border border-base-300 bg-base-100 p-8"
            >
              <p className="text-lg">{review.review}</p>
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
