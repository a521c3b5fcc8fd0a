import { type FormEvent, useState } from 'react'
import { clinic } from '#web/clinic.ts'
import { Field } from '#web/components/Field.tsx'
import { contactMail } from './contact-mail.ts'

/** Begins a mail to the clinic in the visitor's own mail program; this page sends nothing. Without a script the browser does so by
 *  itself, with the three fields one under the other. */
export function ContactForm() {
  const [mail, setMail] = useState<{ link: string; long: boolean }>()

  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const begun = contactMail(clinic.email, {
      email: text('email'),
      subject: text('subject'),
      message: text('message'),
    })
    setMail(begun)
    window.location.href = begun.link
  }

  return (
    <form
      action={clinic.emailLink}
      method="post"
      encType="text/plain"
      noValidate
      onSubmit={begin}
      aria-labelledby="contact"
      className="flex flex-col gap-5 rounded-box border border-base-300 bg-base-100 p-6 shadow-float sm:p-8"
    >
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
      <div role="status" className="empty:-mt-5">
        {mail && <Opened {...mail} />}
      </div>
    </form>
  )
}

function Opened({ link, long }: { link: string; long: boolean }) {
  return (
    <div className="rounded-box bg-base-300 p-4">
      <p className="font-medium">Your mail program should show your message now. It goes out when you send it there.</p>
      <p className="mt-2 text-sm">
        {long
          ? 'It is a long one, which some programs cut. If a part is missing, copy it from the field above.'
          : 'If no program opened:'}{' '}
        <a href={link} className="text-link">
          Open it again
        </a>
        , or write to <span className="wrap-anywhere">{clinic.email}</span>.
      </p>
    </div>
  )
}
