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
  name: '',
  description: '',
  treatmentId: '',
  ...clinic.services[n],
  ...picture,
}))

/** Three of the clinic's services. The whole card links to the booking of that treatment. */
export function Services() {
  return (
    <section className="shell py-16 md:py-24" aria-labelledby="services">
      <h2 id="services" className="text-center text-3xl">
        Services we provide
      </h2>
      <ul className="mt-12 grid gap-6 lg:grid-cols-3">
        {services.map((service) => (
          <li
            key={service.name}
            className="relative rounded-box border border-base-300 bg-card p-6 text-center transition-shadow hover:shadow-float lg:flex lg:flex-col md:max-lg:grid md:max-lg:grid-cols-[auto_1fr] md:max-lg:items-center md:max-lg:gap-x-8 md:max-lg:text-left lg:p-8"
          >
            <img
              src={service.img}
              alt={service.alt}
              width={160}
              height={140}
              loading="lazy"
              className="mx-auto h-35 w-auto md:max-lg:row-span-3"
            />
            <h3 className="mt-6 text-xl md:max-lg:mt-0 md:max-lg:self-end">{service.name}</h3>
            <p className="mt-3 text-balance text-quiet md:max-lg:mt-2 md:max-lg:self-start">{service.description}</p>
            <p className="mt-4 md:max-lg:mt-2 lg:mt-auto lg:pt-4">
              <Link
                to={`${pages.appointment}?treatment=${service.treatmentId}`}
                className="text-link inline-block py-1 after:absolute after:inset-0"
              >
                Book <span className="sr-only">{service.name}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
