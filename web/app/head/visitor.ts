import { tokenKey } from '#web/api/token/token-key.ts'
import { attempt } from '#web/attempt.ts'
import { checkInScript, contactForm, openMail } from '#web/pages/home/open-mail.ts'
import { closeWhenLeft } from '#web/ui/dialog/close-when-left.ts'

// The only script of pages without the app: the contact form, the drawer, and a reload after a sign-in in another tab.

const contact = document.querySelector<HTMLFormElement>(contactForm)
checkInScript(contact)
contact?.addEventListener('submit', openMail)
document.querySelector<HTMLElement>('[popover]')?.addEventListener('focusout', closeWhenLeft)

addEventListener('storage', ({ key, newValue }) => {
  if (key === tokenKey && newValue) reloadSignedIn()
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && attempt(() => localStorage.getItem(tokenKey))) reloadSignedIn()
})

/** Reloads, because the server sends another page to a signed-in visitor. Skipped if a field is filled in: a reload
 *  would lose it. */
function reloadSignedIn() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if ([...fields].every(({ value }) => value === '')) location.reload()
}
