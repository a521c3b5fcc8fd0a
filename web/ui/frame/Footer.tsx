import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { Logo } from './Logo.tsx'
import { OpeningHours } from './OpeningHours.tsx'

/** The clinic's address, opening hours and contacts, at the end of every page. */
export function Footer() {
  return (
    <footer className="print:hidden border-base-300 border-t bg-base-200">
      <div className="shell grid gap-8 py-14 sm:grid-cols-[3fr_3fr_2fr] lg:grid-cols-4">
        <div className="flex items-center gap-3 self-start font-bold text-lg sm:max-lg:col-span-full">
          <Logo />
          {clinic.name}
        </div>
        <div>
          <h2 className="text-base">Visit us</h2>
          <p className="mt-2">
            <a className="text-link inline-block py-1" href={clinic.mapLink} rel="noreferrer">
              {clinic.address}
            </a>
          </p>
          <p className="text-quiet">
            <OpeningHours />
          </p>
        </div>
        <div>
          <h2 className="text-base">Talk to us</h2>
          <p className="mt-2">
            <a className="text-link inline-block py-1" href={clinic.phoneLink}>
              {clinic.phone}
            </a>
          </p>
          <p>
            <a className="text-link inline-block py-1 wrap-anywhere" href={clinic.emailLink}>
              {clinic.email}
            </a>
          </p>
        </div>
        <nav aria-label="Footer">
          <h2 className="text-base">On this site</h2>
          <ul className="mt-2">
            <Item to={pages.home} label="Home" />
            <Item to={pages.appointment} label="Appointment" />
            <Item to={pages.about} label="About" />
            <Item to={pages.privacy} label="Privacy" />
          </ul>
        </nav>
      </div>
    </footer>
  )
}

function Item({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to} className="inline-block py-1 text-quiet hover:underline">
        {label}
      </Link>
    </li>
  )
}
