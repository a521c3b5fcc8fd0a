import { type Credentials, callAbout, type IntentResult, resultOf } from '../call.ts'
import { speakTo } from '../port.ts'
import { frameFor } from './card-element.ts'

const look = `
.card-sandbox-challenge { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); margin: auto; padding: 0; border: 0; border-radius: 12px;
  overflow: hidden; background: Canvas; box-shadow: 0 16px 48px rgb(0 0 0 / .28) }
.card-sandbox-challenge::backdrop { background: rgb(18 32 42 / .55) }
`

/** Shows the bank's page over the page, until it is answered; Escape is a no. The focus goes into it and back. */
export function challenge(credentials: Credentials): Promise<IntentResult> {
  const dialog = document.createElement('dialog')
  const frame = frameFor('/sandbox/stripe/challenge', 'Test bank: 3-D Secure')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(look)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  dialog.className = 'card-sandbox-challenge'
  dialog.setAttribute('aria-label', 'Test bank: 3-D Secure')
  dialog.append(frame)
  frame.style.height = '19rem'

  return new Promise((resolve) => {
    let ended = false
    const end = async (answer: () => Promise<IntentResult>) => {
      if (ended) return
      ended = true
      const result = await answer()
      dialog.close()
      dialog.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      resolve(result.paymentIntent ? resultOf(result.paymentIntent) : result)
    }
    const giveUp = () => end(() => callAbout(credentials, 'POST', '/source_cancel'))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      giveUp()
    })
    frame.addEventListener('load', () => {
      speakTo(frame, { type: 'start', ...credentials }, (message) => {
        if (message.type === 'escape') giveUp()
        if (message.type === 'height') frame.style.height = `${Number(message.height)}px`
        if (message.type === 'answered') end(() => callAbout(credentials, 'GET'))
      })
      frame.focus()
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
