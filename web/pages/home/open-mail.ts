import { contactMail } from './contact-mail.ts'

/** Selects the contact form. */
export const contactForm = 'form[data-contact]'

/** Turns the browser's own checks off: with a script, `openMail` checks the form. */
export function checkInScript(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}

/** Handles the submission of the contact form: asks for a message if there is none, else opens the email in the visitor's email app and
 *  says so. Works on the markup alone, because most visitors read the page without the app. */
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
