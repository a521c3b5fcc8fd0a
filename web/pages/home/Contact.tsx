import { clinic } from '#web/clinic.ts'
import { OpeningHours } from '#web/ui/frame/OpeningHours.tsx'
import { ContactForm } from './ContactForm.tsx'

/** The contact form, beside the clinic's email, phone and opening hours. */
export function Contact() {
  return (
    <section className="shell pt-16 md:pt-24" aria-labelledby="contact">
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <div>
          <h2 id="contact" className="text-3xl">
            Write to us
          </h2>
          <p className="mt-4 max-w-text text-lg text-quiet">
            Questions about a treatment, a bill or how to find us? Our front desk will reply by email.
          </p>
          <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
            <dt className="text-quiet">Email</dt>
            <dd>
              <a className="text-link wrap-anywhere" href={clinic.emailLink}>
                {clinic.email}
              </a>
            </dd>
            <dt className="text-quiet">Phone</dt>
            <dd>
              <a className="text-link" href={clinic.phoneLink}>
                {clinic.phone}
              </a>
            </dd>
            <dt className="text-quiet">Open</dt>
            <dd>
              <OpeningHours />
            </dd>
          </dl>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}
