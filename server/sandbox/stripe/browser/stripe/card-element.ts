import { connectionError, type IntentResult, type MethodResult } from '../call.ts'
import { connectToFrame, type Message } from '../port.ts'

type Handler = (event?: unknown) => void
type Options = { classes?: { [state: string]: string }; [more: string]: unknown }

/** Time the card field has to load before a `loaderror` event. */
const loadTimeoutMs = 15_000

/** Creates Stripe's card element. Its inputs are in a frame, so that the page can't read the card. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: Stripe's element has these methods, and all of them share its state
export function cardElement(initialOptions: Options, fonts: object[], onDestroy: () => void) {
  const handlers = new Map<string, Set<Handler>>()
  const pending = new Map<number, (result: unknown) => void>()
  let options = initialOptions
  let container: Element | undefined
  let frame: HTMLIFrameElement | undefined
  let channel: ReturnType<typeof connectToFrame> | undefined
  let isReady = false
  let wantsFocus = false
  let lastNumber = 0
  let state = { empty: true, complete: false, error: undefined as unknown, focus: false }
  let labels: Element[] = []

  const emit = (type: string, event: unknown) => {
    for (const handler of handlers.get(type) ?? []) handler(event)
  }
  const updateClasses = () => {
    const { classes = {} } = options
    const active = { base: true, ...state, invalid: Boolean(state.error) }
    for (const name of ['base', 'complete', 'empty', 'focus', 'invalid'] as const) {
      const names = classes[name] ?? (name === 'base' ? 'StripeElement' : `StripeElement--${name}`)
      for (const className of names.split(/\s+/).filter(Boolean))
        container?.classList.toggle(className, Boolean(active[name]))
    }
  }
  const onMessage = (message: Message) => {
    if (message.type === 'ready') {
      isReady = true
      if (wantsFocus) element.focus()
      emit('ready', { elementType: 'card' })
    }
    if (message.type === 'height' && frame) frame.style.height = `${Number(message.height)}px`
    if (message.type === 'change') {
      state = { ...state, ...Object(message.event), error: Object(message.event).error }
      updateClasses()
      emit('change', message.event)
    }
    if (message.type === 'focus' || message.type === 'blur') {
      state.focus = message.type === 'focus'
      updateClasses()
    }
    if (message.type === 'focus' || message.type === 'blur' || message.type === 'escape') {
      emit(message.type, { elementType: 'card' })
    }
    if (message.type === 'submit') container?.closest('form')?.requestSubmit()
    if (message.type === 'result') {
      pending.get(Number(message.number))?.(message.result)
      pending.delete(Number(message.number))
    }
  }
  const onLoad = () => {
    channel?.close()
    if (!frame?.contentWindow) return
    const { classes: _, ...frameOptions } = options
    channel = connectToFrame(
      frame,
      { type: 'start', options: toPlain(frameOptions), fonts: fonts.map(toPlain) },
      onMessage,
    )
  }
  const focusByLabel = (event: Event) => {
    event.preventDefault()
    element.focus()
  }
  const removeFrame = () => {
    channel?.close()
    frame?.remove()
    for (const label of labels) label.removeEventListener('click', focusByLabel)
    for (const resolve of pending.values()) resolve({ error: connectionError() })
    pending.clear()
    channel = undefined
    frame = undefined
    container = undefined
    isReady = false
    labels = []
  }

  const request = (type: 'pay' | 'method', params: object): Promise<unknown> => {
    if (!channel || !isReady) {
      throw new Error(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    }
    lastNumber += 1
    channel.send({ type, number: lastNumber, ...toPlain(params) })
    return new Promise((resolve) => pending.set(lastNumber, resolve))
  }

  const element = {
    mount(target: string | Element) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!found)
        throw new Error(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
        )
      if (found === container) return
      removeFrame()
      container = found
      frame = frameFor('/sandbox/stripe/card', 'Secure card payment input frame')
      frame.addEventListener('load', onLoad)
      labels = [...document.querySelectorAll('label')].filter((label) => label.htmlFor === found.id && found.id !== '')
      const enclosingLabel = found.closest('label')
      if (enclosingLabel) labels.push(enclosingLabel)
      for (const label of labels) label.addEventListener('click', focusByLabel)
      found.replaceChildren(frame)
      frame.style.height = initialHeight(frame.clientWidth, options.hidePostalCode === true)
      updateClasses()
      const mountedFrame = frame
      setTimeout(() => {
        if (mountedFrame === frame && !isReady) emit('loaderror', { elementType: 'card', error: connectionError() })
      }, loadTimeoutMs)
    },
    unmount: removeFrame,
    destroy() {
      removeFrame()
      handlers.clear()
      onDestroy()
    },
    update(changed: Options) {
      options = { ...options, ...changed }
      const { classes: _, ...frameOptions } = changed
      channel?.send({ type: 'options', options: toPlain(frameOptions) })
      updateClasses()
    },
    focus() {
      wantsFocus = !isReady
      if (!isReady) return
      frame?.focus()
      channel?.send({ type: 'focus' })
    },
    blur() {
      channel?.send({ type: 'blur' })
      frame?.blur()
    },
    clear: () => channel?.send({ type: 'clear' }),
    on(type: string, handler: Handler) {
      handlers.set(type, (handlers.get(type) ?? new Set()).add(handler))
      if (type === 'ready' && isReady) queueMicrotask(() => handler({ elementType: 'card' }))
      return element
    },
    once(type: string, handler: Handler) {
      const first: Handler = (event) => {
        element.off(type, first)
        handler(event)
      }
      return element.on(type, first)
    },
    off(type: string, handler?: Handler) {
      if (handler) handlers.get(type)?.delete(handler)
      else handlers.delete(type)
      return element
    },
    /** For `stripe` only: the frame pays with the typed card, or creates a payment method from it. */
    _pay: (params: object) => request('pay', params) as Promise<IntentResult>,
    _createMethod: (params: object) => request('method', params) as Promise<MethodResult>,
  }
  return element
}
export type CardElement = ReturnType<typeof cardElement>

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

// Browsers throttle a frame below the fold, so its own height may arrive late. Until then the height follows card.css: on a narrow field
// the number has its own row.
function initialHeight(width: number, hidesPostalCode: boolean) {
  return width <= (hidesPostalCode ? 384 : 464) ? '3.625rem' : '1.75rem'
}

// Drops functions and undefined values, which a message can't carry.
function toPlain(value: object): { [name: string]: unknown } {
  return JSON.parse(JSON.stringify(value))
}
