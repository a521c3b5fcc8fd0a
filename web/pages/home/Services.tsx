import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import filling from './pictures/filling.svg?no-inline'
import fluoride from './pictures/fluoride.svg?no-inline'
import whitening from './pictures/whitening.svg?no-inline'

const pictures = [
  { img: fluoride, alt: 'A drop falling onto a tooth that is being coated' },
  { img: filling, alt: 'A tooth with its missing piece about to be set in' },
  { img: whitening, alt: 'A bright tooth, half in shade and half shining' },
]
const services = pictures.map((picture, n) => ({
  n,
  name: '',
  description: '',
  treatmentId: '',
  price: '',
  ...clinic.services[n],
  ...picture,
}))

/** Three of the clinic's services. The whole card links to the booking of that treatment. */
export function Services() {
  return (
    <section className="shell py-16 md:py-24" aria-labelledby="services">
      <h2 id="services" className="text-3xl">
        Services we provide
      </h2>
      <ul className="mt-8 grid gap-6 lg:grid-cols-3">
        {services.map((service) => (
          <li
            key={service.name}
            className="relative flex flex-col overflow-hidden rounded-box border border-base-300 bg-card transition-shadow hover:shadow-float md:max-lg:flex-row"
          >
            <div className="grid shrink-0 place-items-center bg-base-200 p-8 md:max-lg:w-64">
              <img
                src={service.img}
                alt={service.alt}
                width={160}
                height={140}
                loading="lazy"
                className="h-35 w-auto"
              />
            </div>
            <div className="flex grow flex-col p-6">
              <h3 className="text-xl">{service.name}</h3>
              <p className="mt-2 text-quiet">{service.description}</p>
              <div className="mt-auto flex items-center justify-between gap-4 pt-6">
                {service.price && (
                  <p data-if={`service${service.n}price`} className="font-bold text-lg">
                    {service.price}
                  </p>
                )}
                <Link
                  to={`${pages.appointment}?treatment=${service.treatmentId}`}
                  className="ml-auto rounded-field after:absolute after:inset-0"
                >
                  {/* A pressed button moves, and the link would no longer cover the card. */}
                  <span className="btn btn-line">
                    Book<span className="sr-only"> {service.name}</span>
                  </span>
                </Link>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
