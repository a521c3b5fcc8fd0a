import { mailLink } from '#contract/kit/text/mail-link.ts'

type Note = { email: string; subject: string; message: string }

// The longest link that Windows passes to another app.
const safeLinkLength = 2048

/** Selects the contact form. */
export const contactForm = 'form[data-contact]'

/** Disables the browser's validation: with a script, `openMail` validates the form. */
export function checkInScript(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}

/** Handles a submit of the contact form: asks for a message if there is none, otherwise opens the email in the
 *  visitor's email app and says so. Needs only the markup, because most visitors read the page without the app. */
export function openMail(event: Pick<SubmitEvent, 'defaultPrevented' | 'preventDefault' | 'currentTarget'>): void {
  const form = event.currentTarget
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const fields = new FormData(form)
  const text = (name: string) => String(fields.get(name) ?? '')
  if (text('message').trim() === '') {
    askForMessage(form)
    return
  }
  const { link, long } = contactMail(form.dataset.contact ?? '', {
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  })
  for (const part of form.querySelectorAll<HTMLElement>('[data-opened]')) {
    part.hidden = part.dataset.opened === (long ? 'short' : 'long')
    if (part instanceof HTMLAnchorElement) part.href = link
  }
  location.href = link
}

function askForMessage(form: HTMLFormElement): void {
  const message = form.querySelector('textarea')
  const error = form.querySelector<HTMLElement>('#message-error')
  if (!message || !error) return
  const show = (wrong: boolean) => {
    error.hidden = !wrong
    message.setAttribute('aria-invalid', String(wrong))
    if (wrong) message.setAttribute('aria-describedby', error.id)
    else message.removeAttribute('aria-describedby')
  }
  show(true)
  message.addEventListener('input', () => show(false), { once: true })
  message.focus()
}

/** Returns the link that opens the email to `to`, and whether an email app may cut it off because of its length. */
export function contactMail(to: string, { email, subject, message }: Note): { link: string; long: boolean } {
  const replyTo = email.trim() && `Please reply to: ${email.trim()}`
  const link = mailLink(to, { subject, body: [message.trimEnd(), replyTo].filter(Boolean).join('\n\n') })
  return { link, long: link.length > safeLinkLength }
}
