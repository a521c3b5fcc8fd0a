import { contactMail } from './contact-mail.ts'

/** The form that `openMail` answers for. */
export const contactForm = 'form[data-contact]'

/** Takes the submission of the contact form: begins the mail in the visitor's own mail program and shows what became of it. Works on the
 *  markup alone, because most visitors read the page without the app. */
export function openMail(event: Pick<SubmitEvent, 'defaultPrevented' | 'preventDefault' | 'currentTarget'>): void {
  const form = event.currentTarget
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const fields = new FormData(form)
  const text = (name: string) => String(fields.get(name) ?? '')
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
