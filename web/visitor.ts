import { closeWhenLeft } from './components/close-when-left.ts'
import { contactForm, openMail } from './pages/home/open-mail.ts'
import { tokenKey } from './session/token-key.ts'

// All the script of a page that is read without the app: the contact form, the drawer's end when the keyboard goes on, and a look
// whether somebody has signed in since.

document.querySelector<HTMLFormElement>(contactForm)?.addEventListener('submit', openMail)
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

/** Who is signed in gets another page from the server. What was written here is worth more than that. */
function becomeTheirs() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if ([...fields].every(({ value }) => value === '')) location.reload()
}
