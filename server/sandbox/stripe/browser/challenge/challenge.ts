import { type Credentials, callAbout } from '../call.ts'
import { listenToPage, type Message } from '../port.ts'

// The bank's page, in its frame: what is answered here goes to the sandbox, not through the page.

const main = document.querySelector('main')
const buttons = [...document.querySelectorAll('button')]

async function answer(credentials: Credentials, outcome: string, send: (message: Message) => void) {
  for (const button of buttons) button.disabled = true
  const { error } = await callAbout(credentials, 'POST', '/authenticate', { outcome })
  if (!error) return send({ type: 'answered' })
  for (const button of buttons) button.disabled = false
  const said = document.querySelector('[role=alert]')
  if (said) said.textContent = 'The bank could not be reached. Please try again.'
}

listenToPage(({ key, clientSecret }, send) => {
  const credentials = { key: String(key), clientSecret: String(clientSecret) }
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => answer(credentials, button.dataset.outcome ?? 'fail', send))
  }
  addEventListener('keydown', ({ key: pressed }) => {
    if (pressed === 'Escape') send({ type: 'escape' })
  })
  if (main) new ResizeObserver(() => send({ type: 'height', height: main.offsetHeight })).observe(main)
  document.querySelector('h1')?.focus()
})
