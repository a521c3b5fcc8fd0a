import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import filling from './pictures/filling.svg?no-inline'
import fluoride from './pictures/fluoride.svg?no-inline'
import whitening from './pictures/whitening.svg?no-inline'
import { SitePicture } from './SitePicture.tsx'

const drawings = [
  { img: fluoride, alt: 'A drop falls onto a tooth that it coats, beside a bottle and a brush' },
  { img: filling, alt: 'A tooth whose missing piece is about to be set in, beside a tray of instruments' },
  { img: whitening, alt: 'A tooth, half of it yellow and half white, beside a fan of shades' },
]
const services = drawings.map((drawing, n) => ({
  n,
  name: '',
  description: '',
  treatmentId: '',
  price: '',
  picture: undefined,
  ...clinic.services[n],
  ...drawing,
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
            <div className="grid aspect-video shrink-0 overflow-hidden bg-base-200 md:max-lg:w-72">
              <SitePicture
                picture={service.picture}
                name={`service${service.n}picture`}
                sizes="(min-width: 80rem) 23rem, (min-width: 64rem) 30vw, (min-width: 48rem) 18rem, 92vw"
                className="size-full object-cover"
              />
              {(import.meta.env.SSR || !service.picture) && (
                <span data-if={`service${service.n}drawing`} className="contents">
                  <img
                    src={service.img}
                    alt={service.alt}
                    width={640}
                    height={360}
                    loading="lazy"
                    className="size-full object-cover md:max-lg:object-contain"
                  />
                </span>
              )}
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
