import type { ReactNode } from 'react'
import type { ClinicAnswer } from '#contract/clinic.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'

/** The clinic's data and texts for staff who don't change them. */
export function ClinicToRead({ clinic }: { clinic: ClinicAnswer }) {
  const { name, address, phone, email, language, country, currency, timeZone, services, reviews, imprint, taxId } =
    clinic
  return (
    <div className="mt-6 grid max-w-3xl gap-6">
      <Part title="The clinic">
        <dl className="mt-4 grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)] [&_dd]:wrap-anywhere [&_dt]:text-quiet">
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>Address</dt>
          <dd>{address}</dd>
          <dt>Phone</dt>
          <dd>{phone && <PhoneLink phone={phone} />}</dd>
          <dt>Email</dt>
          <dd>
            <a className="text-link" href={mailLink(email)}>
              {email}
            </a>
          </dd>
          <dt>Language</dt>
          <dd>{language}</dd>
          <dt>Country</dt>
          <dd>{country}</dd>
          <dt>Currency</dt>
          <dd>{currency}</dd>
          <dt>Time zone</dt>
          <dd>{timeZone}</dd>
          {taxId && (
            <>
              <dt>Tax id</dt>
              <dd>{taxId}</dd>
            </>
          )}
        </dl>
      </Part>
      <Part title="Service cards">
        <ul className="mt-4 grid gap-4">
          {services.map((card) => (
            <li key={card.name} className="wrap-anywhere">
              <span className="font-medium">{card.name}</span>
              <span className="block text-quiet">{card.description}</span>
            </li>
          ))}
        </ul>
      </Part>
      {reviews.length > 0 && (
        <Part title="Reviews">
          <ul className="mt-4 grid gap-4">
            {reviews.map((review) => (
              <li key={`${review.name} ${review.text}`} className="wrap-anywhere">
                {review.text}
                <span className="block text-quiet text-sm">
                  {review.name}, {review.location}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {imprint !== '' && (
        <Part title="Imprint">
          <p className="wrap-anywhere mt-4 whitespace-pre-line">{imprint}</p>
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
