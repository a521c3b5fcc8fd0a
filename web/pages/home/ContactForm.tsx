import { clinic } from '#web/clinic.ts'
import { Field } from '#web/components/Field.tsx'
import { openMail } from './open-mail.ts'

/** Begins a mail to the clinic in the visitor's own mail program; this page sends nothing. Without a script the browser does so by
 *  itself, with the three fields one under the other. */
export function ContactForm() {
  return (
    <form
      action={clinic.emailLink}
      method="post"
      encType="text/plain"
      noValidate
      data-contact={clinic.email}
      onSubmit={openMail}
      aria-labelledby="contact"
      className="rounded-box border border-base-300 bg-base-100 p-6 shadow-float sm:p-8"
    >
      <div className="flex flex-col gap-5">
        <Field label="Email" name="email" type="email" autoComplete="email" />
        <Field label="Subject" name="subject" type="text" />
        <div>
          <label htmlFor="message" className="mb-1 block font-medium">
            Message
          </label>
          <textarea id="message" name="message" rows={5} className="textarea field" />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="btn btn-action px-8" aria-describedby="what-submit-does">
            Submit
          </button>
          <p id="what-submit-does" className="text-quiet text-sm">
            Opens your mail program with your message in it.
          </p>
        </div>
      </div>
      <div role="status">
        <Opened />
      </div>
    </form>
  )
}

/** Shown by `openMail`, which leaves out the short or the long sentence. */
function Opened() {
  return (
    <div hidden data-opened="" className="mt-5 rounded-box bg-base-300 p-4">
      <p className="font-medium">Your mail program should show your message now. It goes out when you send it there.</p>
      <p className="mt-2 text-sm">
        <span data-opened="long">
          It is a long one, which some programs cut. If a part is missing, copy it from the field above.
        </span>
        <span data-opened="short">If no program opened:</span>{' '}
        <a data-opened="" href={clinic.emailLink} className="text-link">
          Open it again
        </a>
        , or write to <span className="wrap-anywhere">{clinic.email}</span>.
      </p>
    </div>
  )
}
