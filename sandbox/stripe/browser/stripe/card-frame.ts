import { connectionError } from '../call.ts'
import { connectToFrame, type Message } from '../port.ts'

/** Time the card field has to load before a `loaderror` message. */
const loadTimeoutMs = 15_000

/** Shows the card field's frame in `container` and sends it `startMessage()` once it has loaded. Calls `onMessage` with
 *  its messages. */
export function openCardFrame(
  container: Element,
  hidesPostalCode: boolean,
  startMessage: () => Message,
  onMessage: (message: Message) => void,
) {
  const frame = frameFor('/sandbox/stripe/card', 'Secure card payment input frame')
  const requests = openRequests()
  let channel: ReturnType<typeof connectToFrame> | undefined
  let isReady = false
  let wantsFocus = false

  const send = (message: Message) => channel?.send(message)
  const focus = () => {
    wantsFocus = !isReady
    if (wantsFocus) return
    frame.focus()
    send({ type: 'focus' })
  }
  const receive = (message: Message) => {
    if (message.type === 'ready') isReady = true
    if (message.type === 'ready' && wantsFocus) focus()
    if (message.type === 'height') frame.style.height = `${Number(message.height)}px`
    if (message.type === 'result') requests.resolve(message)
    onMessage(message)
  }
  frame.addEventListener('load', () => {
    channel?.close()
    if (frame.contentWindow) channel = connectToFrame(frame, startMessage(), receive)
  })
  const releaseLabels = focusByLabels(container, focus)
  container.replaceChildren(frame)
  frame.style.height = initialHeight(frame.clientWidth, hidesPostalCode)
  const loadTimeout = setTimeout(() => {
    if (!isReady) onMessage({ type: 'loaderror', event: { elementType: 'card', error: connectionError() } })
  }, loadTimeoutMs)
  return {
    container,
    isReady: () => isReady,
    send,
    request: (message: Message) => requests.send(message, send),
    focus,
    blur() {
      send({ type: 'blur' })
      frame.blur()
    },
    close() {
      clearTimeout(loadTimeout)
      channel?.close()
      frame.remove()
      releaseLabels()
      requests.fail()
    },
  }
}
export type CardFrame = ReturnType<typeof openCardFrame>

// Numbers the requests to the frame, so that each result finds its request.
function openRequests() {
  const pending = new Map<number, (result: unknown) => void>()
  let lastNumber = 0
  return {
    send(message: Message, send: (message: Message) => void): Promise<unknown> {
      lastNumber += 1
      send({ ...message, number: lastNumber })
      return new Promise((resolve) => pending.set(lastNumber, resolve))
    },
    resolve({ number, result }: Message) {
      pending.get(Number(number))?.(result)
      pending.delete(Number(number))
    },
    fail() {
      for (const resolve of pending.values()) resolve({ error: connectionError() })
      pending.clear()
    },
  }
}

// Makes a click on a label of `container` call `focus`. Returns a function that undoes it.
function focusByLabels(container: Element, focus: () => void) {
  const onClick = (event: Event) => {
    event.preventDefault()
    focus()
  }
  const labels: Element[] = [...document.querySelectorAll('label')].filter(
    (label) => label.htmlFor === container.id && container.id !== '',
  )
  const enclosingLabel = container.closest('label')
  if (enclosingLabel) labels.push(enclosingLabel)
  for (const label of labels) label.addEventListener('click', onClick)
  return () => {
    for (const label of labels) label.removeEventListener('click', onClick)
  }
}

/** Creates a sandboxed frame with an opaque origin: it runs scripts but can't access the page. */
export function frameFor(path: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', 'allow-scripts allow-forms')
  frame.src = path
  // In a dark page a frame of another color scheme gets an opaque background.
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: '1.75rem', colorScheme: 'light' })
  return frame
}

// Browsers throttle a frame below the fold, so its own height may arrive late. Until then the height follows card.css:
// on a narrow field the number has its own row.
function initialHeight(width: number, hidesPostalCode: boolean) {
  return width <= (hidesPostalCode ? 384 : 464) ? '3.625rem' : '1.75rem'
}
