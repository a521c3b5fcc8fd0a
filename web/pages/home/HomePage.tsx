import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { Contact } from './Contact.tsx'
import { InfoCards } from './InfoCards.tsx'
import { Promo } from './Promo.tsx'
import hero from './pictures/hero.svg?no-inline'
import { Services } from './Services.tsx'
import { Testimonials } from './Testimonials.tsx'

export default function HomePage() {
  return (
    <>
      <section className="bg-base-200 pb-28">
        <div className="shell grid items-center gap-10 pt-10 lg:grid-cols-2 lg:gap-16 lg:pt-16">
          <div>
            <h1 className="text-3xl sm:text-4xl lg:text-5xl">Your New Smile Starts Here</h1>
            <p className="mt-5 max-w-text text-balance text-lg text-quiet">
              Find a time that suits you, see the price up front and book in about a minute.
            </p>
            <Link to={pages.appointment} className="btn btn-lg btn-action mt-8">
              Get Started
            </Link>
          </div>
          <img
            src={hero}
            alt="A dentist’s chair in the light of a large window, resting on a wide smile"
            width={640}
            height={560}
            fetchPriority="high"
            className="h-auto w-full max-w-xl justify-self-center"
          />
        </div>
      </section>
      <InfoCards />
      <Services />
      <Promo />
      <Testimonials />
      <Contact />
    </>
  )
}
