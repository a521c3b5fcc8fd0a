import { clinic } from '#web/clinic.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { RequiredMark } from '#web/ui/form/Labelled.tsx'
import { OpeningHours } from '#web/ui/frame/OpeningHours.tsx'
import { checkInScript, openMail } from './open-mail.ts'
import map from './pictures/map.svg?no-inline'
import { SitePicture } from './SitePicture.tsx'

/** The contact form, beside the clinic's email, phone and opening hours. */
export function Contact() {
  if (!clinic.email) return null
  return (
    <section data-if="email" className="shell pt-16 md:pt-24" aria-labelledby="contact">
      <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-16">
        <div className="@container">
          <h2 id="contact" className="text-3xl">
            Write to us
          </h2>
          <p className="mt-4 max-w-text text-lg text-quiet">
            Questions about a treatment, a bill or how to find us? Our front desk will reply by email.
          </p>
          <dl className="mt-8 grid @min-[14rem]:grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
            <dt className="text-quiet">Email</dt>
            <dd>
              <a className="tap text-link wrap-anywhere" href={clinic.emailLink}>
                {clinic.email}
              </a>
            </dd>
            {clinic.phone && (
              <div data-if="phone" className="contents">
                <dt className="text-quiet">Phone</dt>
                <dd>
                  <a className="tap text-link" href={clinic.phoneLink}>
                    {clinic.phone}
                  </a>
                </dd>
              </div>
            )}
            {clinic.address && (
              <div data-if="address" className="contents">
                <dt className="text-quiet">Address</dt>
                <dd>
                  <a className="tap text-link" href={clinic.mapLink} rel="noreferrer">
                    {clinic.address}
                  </a>
                </dd>
              </div>
            )}
            <dt className="text-quiet">Open</dt>
            <dd>
              <OpeningHours />
            </dd>
          </dl>
          <StreetMap />
        </div>
        <ContactForm />
      </div>
    </section>
  )
}

/** A picture of the streets around the clinic, which leads to a map. A demo has a drawn one. */
function StreetMap() {
  const { address, mapLink, mapPicture, demo } = clinic
  const look = 'aspect-3/2 h-auto w-full max-w-xl object-cover'
  const frame = 'mt-8 block max-w-xl overflow-hidden rounded-box border border-base-300 bg-card'
  return (
    <>
      {mapPicture && (
        <a data-if="mapPicture" href={mapLink} rel="noreferrer" className={frame}>
          <SitePicture picture={mapPicture} name="mapPicture" sizes="(min-width: 64rem) 36rem, 92vw" className={look} />
        </a>
      )}
      {demo && (import.meta.env.SSR || !mapPicture) && (
        <a data-if="mapDrawing" href={mapLink} rel="noreferrer" className={frame}>
          <img
            src={map}
            alt={`Map: ${address}, between the park and the harbor`}
            width={720}
            height={480}
            loading="lazy"
            className={look}
          />
        </a>
      )}
    </>
  )
}

/** Opens an email to the clinic in the visitor's email app; the page itself sends nothing. Without a script the browser
 *  opens it, with the fields as plain text, and checks `required`. */
function ContactForm() {
  return (
    <form
      ref={checkInScript}
      action={clinic.emailLink}
      method="post"
      encType="text/plain"
      data-contact={clinic.email}
      onSubmit={openMail}
      aria-labelledby="contact"
      className="rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8"
    >
      <div className="flex flex-col gap-5">
        <Field label="Email" name="email" type="email" autoComplete="email" />
        <Field label="Subject" name="subject" type="text" />
        <div>
          <div className="mb-1">
            <label htmlFor="message" className="font-medium">
              Message
            </label>
            <RequiredMark />
          </div>
          <textarea id="message" name="message" rows={5} required className="textarea field" />
          <p id="message-error" hidden className="mt-1 text-error text-sm">
            Please write a message first.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="btn btn-action px-8" aria-describedby="what-submit-does">
            Submit
          </button>
          <p id="what-submit-does" className="text-quiet text-sm">
            Opens your email app with your message filled in.
          </p>
        </div>
      </div>
      <div role="status">
        <Opened />
      </div>
    </form>
  )
}

/** Shown by `openMail`, which hides either the short or the long sentence. */
function Opened() {
  return (
    <div hidden data-opened="" className="mt-5 rounded-box bg-base-300 p-4">
      <p className="font-medium">Your email app should open with your message now. Press Send there to finish.</p>
      <p className="mt-2 text-sm">
        <span data-opened="long">
          It is long, and some email apps cut long messages off. If a part is missing, copy it from the field above.
        </span>
        <span data-opened="short">Did nothing open?</span>{' '}
        <a data-opened="" href={clinic.emailLink} className="text-link">
          Open it again
        </a>{' '}
        or write to <span className="wrap-anywhere">{clinic.email}</span>.
      </p>
    </div>
  )
}
