import { type Credentials, requestIntent } from '../call.ts'
import { connectToPage, type Message } from '../port.ts'

// The bank's page in its frame. The outcome goes straight to the sandbox; the embedding page can't forge it.

const main = document.querySelector('main')
const buttons = [...document.querySelectorAll('button')]

async function authenticate(credentials: Credentials, outcome: string, send: (message: Message) => void) {
  for (const button of buttons) button.disabled = true
  const { error } = await requestIntent(credentials, 'POST', '/authenticate', { outcome })
  if (!error) return send({ type: 'authenticated' })
  for (const button of buttons) button.disabled = false
  const alert = document.querySelector('[role=alert]')
  if (alert) alert.textContent = 'The bank could not be reached. Please try again.'
}

connectToPage(({ key, clientSecret }, send) => {
  const credentials = { key: String(key), clientSecret: String(clientSecret) }
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => authenticate(credentials, button.dataset.outcome ?? 'fail', send))
  }
  addEventListener('keydown', ({ key: pressedKey }) => {
    if (pressedKey === 'Escape') send({ type: 'escape' })
  })
  if (main) new ResizeObserver(() => send({ type: 'height', height: main.offsetHeight })).observe(main)
  document.querySelector('h1')?.focus()
})
