import { type Credentials, type IntentResult, requestIntent, resultOf } from '../call.ts'
import { connectToFrame } from '../port.ts'
import { frameFor } from './card-frame.ts'

// The buttons keep their place when the frame learns its height, because the dialog hangs from above.
const css = `
.card-sandbox-challenge { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); margin: 20vh auto auto; padding: 0; border: 0; border-radius: 12px;
  overflow: hidden; background: Canvas; box-shadow: 0 16px 48px rgb(0 0 0 / .28) }
.card-sandbox-challenge::backdrop { background: rgb(18 32 42 / .55) }
`

/** Shows the bank's page in a modal dialog and resolves with its outcome. Escape refuses. The focus returns to the page
 *  afterwards. */
export function challenge(credentials: Credentials): Promise<IntentResult> {
  const dialog = document.createElement('dialog')
  const frame = frameFor('/sandbox/stripe/challenge', 'Test bank: 3-D Secure')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  dialog.className = 'card-sandbox-challenge'
  dialog.setAttribute('aria-label', 'Test bank: 3-D Secure')
  dialog.append(frame)
  frame.style.height = '19rem'

  return new Promise((resolve) => {
    let isClosed = false
    const close = async (fetchResult: () => Promise<IntentResult>) => {
      if (isClosed) return
      isClosed = true
      const result = await fetchResult()
      dialog.close()
      dialog.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      resolve(result.paymentIntent ? resultOf(result.paymentIntent) : result)
    }
    const cancel = () => close(() => requestIntent(credentials, 'POST', '/source_cancel'))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      cancel()
    })
    frame.addEventListener('load', () => {
      connectToFrame(frame, { type: 'start', ...credentials }, (message) => {
        if (message.type === 'escape') cancel()
        if (message.type === 'height') frame.style.height = `${Number(message.height)}px`
        if (message.type === 'authenticated') close(() => requestIntent(credentials, 'GET'))
      })
      // The dialog has focused the frame before its document was there: without `blur` the browser would see no change.
      frame.blur()
      frame.focus()
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
