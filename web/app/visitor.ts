import { tokenKey } from '#web/api/token/token-key.ts'
import { checkInScript, contactForm, openMail } from '../pages/home/open-mail.ts'
import { closeWhenLeft } from '../ui/dialog/close-when-left.ts'

// All the script of a page without the app: submits the contact form, closes the drawer when the focus leaves it, and reloads once somebody
// has signed in.

const contact = document.querySelector<HTMLFormElement>(contactForm)
checkInScript(contact)
contact?.addEventListener('submit', openMail)
document.querySelector<HTMLElement>('[popover]')?.addEventListener('focusout', closeWhenLeft)

addEventListener('storage', ({ key, newValue }) => {
  if (key === tokenKey && newValue) becomeTheirs()
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && keptToken()) becomeTheirs()
})

function keptToken() {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

/** Reloads, because a signed-in visitor gets another page from the server; but not if something was typed here, which a reload would lose. */
function becomeTheirs() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if ([...fields].every(({ value }) => value === '')) location.reload()
}
