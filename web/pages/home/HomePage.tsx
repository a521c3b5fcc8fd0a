import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { DentistCard } from '#web/ui/doctor/DentistCard.tsx'
import { OpeningHours } from '#web/ui/frame/OpeningHours.tsx'
import { Contact } from './Contact.tsx'
import hero from './pictures/hero.svg?no-inline'
import { Services } from './Services.tsx'
import { SitePicture } from './SitePicture.tsx'
import { Testimonials } from './Testimonials.tsx'

export default function HomePage() {
  useEffect(
    () => () => {
      nextFree = undefined
      nextTimes = undefined
    },
    [],
  )
  return (
    <>
      <section className="bg-base-200 pb-28">
        <div className="shell grid items-center gap-10 pt-10 lg:grid-cols-2 lg:gap-14 lg:pt-12">
          <div>
            <h1 className="text-3xl sm:text-4xl lg:text-5xl">Your New Smile Starts Here</h1>
            <p className="mt-5 max-w-text text-balance text-lg text-quiet">
              Find a time that suits you, see the price up front and book in about a minute.
            </p>
            <ByPhone />
            <Link to={pages.appointment} className="btn btn-lg btn-action mt-8">
              Get Started
            </Link>
            <NextTimes />
          </div>
          <SitePicture
            picture={clinic.heroPicture}
            name="heroPicture"
            sizes="(min-width: 80rem) 36rem, (min-width: 64rem) 45vw, 92vw"
            isFirst
            className="h-auto w-full rounded-box object-cover lg:h-full"
          />
          {(import.meta.env.SSR || !clinic.heroPicture) && (
            // Within `picture` React preloads nothing, so that nobody loads the drawing beside a photo.
            <picture data-if="heroDrawing" className="contents">
              <img
                src={hero}
                alt="A treatment room in the morning light: a dentist’s chair under a lamp, beside a window with a view of hills"
                width={720}
                height={600}
                fetchPriority="high"
                className="h-auto w-full rounded-box object-cover lg:h-full"
              />
            </picture>
          )}
        </div>
      </section>
      <InfoCards />
      <Services />
      <Dentists />
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
        {clinic.openInWords && (
          <span data-if="openInWords" className="block font-medium text-success">
            {clinic.openInWords}
          </span>
        )}
        <OpeningHours />
      </InfoCard>
      {clinic.address && (
        <InfoCard icon={MapPin} title="Our Locations" of="address">
          <a className="tap text-link" href={clinic.mapLink} rel="noreferrer">
            {clinic.address}
          </a>
        </InfoCard>
      )}
      {clinic.phone && (
        <InfoCard icon={Phone} title="Contact Us" of="phone">
          <a className="tap text-link" href={clinic.phoneLink}>
            {clinic.phone}
          </a>
          <br />
          {clinic.email && (
            <a data-if="email" className="tap text-link wrap-anywhere max-[22rem]:text-sm" href={clinic.emailLink}>
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

/** The dentists who can be booked, below the services. None at a clinic that chooses for the patient. */
function Dentists() {
  const { dentists = [] } = clinic
  if (dentists.length === 0) return null
  return (
    <section data-if="hasDentists" className="shell pb-16 md:pb-24" aria-labelledby="dentists">
      <h2 id="dentists" className="text-3xl">
        Meet your dentists
      </h2>
      <SitePicture
        picture={clinic.teamPicture}
        name="teamPicture"
        sizes="(min-width: 80rem) 72.5rem, 92vw"
        className="mt-8 h-auto w-full rounded-box object-cover max-sm:aspect-3/2"
      />
      <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {dentists.map((dentist) => (
          <DentistCard key={dentist.id} dentist={dentist} Name="h3" />
        ))}
      </ul>
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

/** The next free times, as the server wrote them into this document. It repeats the row for each, and leaves all out if
 *  there are none. Each leads through the login to its dialog. */
function NextTimes() {
  if (!nextTimes) return null
  return (
    <section data-if="nextTimes" aria-labelledby="next-times" className="mt-10 max-w-lg">
      <h2 id="next-times" className="text-lg">
        Next free times
      </h2>
      <ul className="mt-3 grid gap-2">
        {nextTimes.map(({ when, what, price, query }) => (
          <li key={query} data-each="nextTimes">
            <Link
              to={`${pages.appointment}?${query}`}
              className="flex min-h-14 items-center gap-4 rounded-box border border-base-300 bg-card px-4 py-2 shadow-float transition-colors hover:border-edge"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{when}</span>
                <span className="wrap-anywhere block text-quiet text-sm">{what}</span>
              </span>
              <span className="font-bold tabular-nums">{price}</span>
              <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-quiet" />
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-quiet text-sm">Log in or sign up next, then confirm the time.</p>
    </section>
  )
}

// As old as the document, so they are not shown again after the visitor has left this page within the app.
let { nextFree, nextTimes } = clinic

/** The next free time and the lowest price, as the server wrote them into this document. */
function NextFree() {
  if (!nextFree) return null
  return (
    <p data-if="nextFree" className="mt-4 text-balance font-bold">
      {nextFree}
    </p>
  )
}
