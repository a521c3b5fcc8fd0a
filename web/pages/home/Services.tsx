import filling from './pictures/filling.svg?no-inline'
import fluoride from './pictures/fluoride.svg?no-inline'
import whitening from './pictures/whitening.svg?no-inline'

const services = [
  {
    _id: 1,
    name: 'Fluoride Treatment',
    description: 'A thin protective coat that hardens the enamel. Done in a few minutes, good for half a year.',
    img: fluoride,
    alt: 'A drop falling onto a tooth behind a shield',
  },
  {
    _id: 2,
    name: 'Cavity Filling',
    description: 'The damaged part is cleaned and closed in the colour of your tooth, so that only you know.',
    img: filling,
    alt: 'A tooth with its missing piece about to be set in',
  },
  {
    _id: 3,
    name: 'Teeth Whitening',
    description: 'Stains of coffee, tea and years fade gently, under the eye of a dentist.',
    img: whitening,
    alt: 'A bright tooth, half in shade and half shining',
  },
]

/** The three services the clinic is best known for. */
export function Services() {
  return (
    <section className="shell py-16 md:py-24" aria-labelledby="services">
      <h2 id="services" className="text-center text-3xl">
        Services we provide
      </h2>
      <ul className="mt-12 grid gap-6 lg:grid-cols-3">
        {services.map((service) => (
          <li
            key={service._id}
            className="rounded-box border border-base-300 p-6 text-center md:max-lg:grid md:max-lg:grid-cols-[auto_1fr] md:max-lg:items-center md:max-lg:gap-x-8 md:max-lg:text-left lg:p-8"
          >
            <img
              src={service.img}
              alt={service.alt}
              width={160}
              height={140}
              loading="lazy"
              className="mx-auto h-35 w-auto md:max-lg:row-span-2"
            />
            <h3 className="mt-6 text-xl md:max-lg:mt-0 md:max-lg:self-end">{service.name}</h3>
            <p className="mt-3 text-balance text-quiet md:max-lg:mt-2 md:max-lg:self-start">{service.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
