import type { LucideIcon } from 'lucide-react'
import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { OpeningHours } from '#web/ui/frame/OpeningHours.tsx'
import { Contact } from './Contact.tsx'
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
            <ByPhone />
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

/** Says that nothing can be booked online. The server removes an element with `data-if` from the built page if the
 *  clinic has no such data. */
function ByPhone() {
  if (!clinic.byPhone) return null
  return (
    <p data-if="byPhone" className="mt-5 max-w-text rounded-field bg-base-300 p-4 font-medium">
      Online booking isn’t open at the moment.
      {clinic.phone !== '' && (
        <span data-if="phone">
          {' '}
          To make an appointment, call us at{' '}
          {clinic.phone && (
            <a data-if="phone" className="text-link whitespace-nowrap" href={clinic.phoneLink}>
              {clinic.phone}
            </a>
          )}
          .
        </span>
      )}
    </p>
  )
}

/** Opening hours, address and contact, over the hero's lower edge. */
function InfoCards() {
  return (
    <div className="shell -mt-16 grid gap-4 lg:grid-cols-3 lg:gap-6">
      <InfoCard icon={Clock} title="Opening Hours">
        <OpeningHours />
      </InfoCard>
      {clinic.address && (
        <InfoCard icon={MapPin} title="Our Locations" of="address">
          <a className="text-link" href={clinic.mapLink} rel="noreferrer">
            {clinic.address}
          </a>
        </InfoCard>
      )}
      {clinic.phone && (
        <InfoCard icon={Phone} title="Contact Us" of="phone">
          <a className="text-link" href={clinic.phoneLink}>
            {clinic.phone}
          </a>
          <br />
          {clinic.email && (
            <a data-if="email" className="text-link wrap-anywhere max-[22rem]:text-sm" href={clinic.emailLink}>
              {clinic.email}
            </a>
          )}
        </InfoCard>
      )}
    </div>
  )
}

interface InfoCardProps {
  icon: LucideIcon
  title: string
  /** What of the clinic it shows; without that there is no card. */
  of?: 'address' | 'phone'
  children: ReactNode
}

function InfoCard({ icon: Icon, title, of, children }: InfoCardProps) {
  return (
    <section
      data-if={of}
      className="flex items-center gap-3 rounded-box border border-base-300 bg-card p-4 sm:gap-4 sm:p-5 shadow-float xl:gap-5 xl:p-6"
    >
      <span className="grid size-10 shrink-0 sm:size-12 xl:size-14 place-items-center rounded-box bg-base-300">
        <Icon size={24} aria-hidden="true" />
      </span>
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="text-quiet">{children}</p>
      </div>
    </section>
  )
}

/** A second invitation to book. */
function Promo() {
  return (
    <section className="shell">
      <div className="grid items-center gap-8 rounded-box bg-neutral px-8 py-14 text-neutral-content dark:bg-base-300 dark:text-base-content md:grid-cols-[1fr_auto] md:px-14">
        <div>
          <p className="font-bold">Appointment</p>
          <h2 className="mt-2 text-3xl">Make an appointment today</h2>
          <p className="mt-4 max-w-text text-balance">
            See which times are free, and the price, before you book. Nothing to pay up front.
          </p>
          <NextFree />
        </div>
        <Link to={pages.appointment} className="btn btn-lg btn-action justify-self-start">
          Make an appointment
        </Link>
      </div>
    </section>
  )
}

// As old as the document, so it is not shown again after the visitor has left this page within the app.
let { nextFree } = clinic

/** The next free time and the lowest price, as the server wrote them into this document. */
function NextFree() {
  useEffect(
    () => () => {
      nextFree = undefined
    },
    [],
  )
  if (!nextFree) return null
  return (
    <p data-if="nextFree" className="mt-4 text-balance font-bold">
      {nextFree}
    </p>
  )
}
