import { type IntentResult, type MethodResult, outOfReach } from '../call.ts'
import { type Message, speakTo } from '../port.ts'

type Handler = (event?: unknown) => void
type Options = { classes?: { [state: string]: string }; [more: string]: unknown }

/** How long the card field may take to load. */
const patience = 15_000

/** A card element, as Stripe.js has it, whose fields are in a frame of their own. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: Stripe's element has these methods, and all of them share its state
export function cardElement(given: Options, fonts: object[], destroyed: () => void) {
  const handlers = new Map<string, Set<Handler>>()
  const waiting = new Map<number, (result: unknown) => void>()
  let options = given
  let container: Element | undefined
  let frame: HTMLIFrameElement | undefined
  let speech: ReturnType<typeof speakTo> | undefined
  let isReady = false
  let wantsFocus = false
  let asked = 0
  let state = { empty: true, complete: false, error: undefined as unknown, focus: false }
  let labels: Element[] = []

  const emit = (type: string, event: unknown) => {
    for (const handler of handlers.get(type) ?? []) handler(event)
  }
  const paint = () => {
    const { classes = {} } = options
    const on = { base: true, ...state, invalid: Boolean(state.error) }
    for (const name of ['base', 'complete', 'empty', 'focus', 'invalid'] as const) {
      const given = classes[name] ?? (name === 'base' ? 'StripeElement' : `StripeElement--${name}`)
      for (const one of given.split(/\s+/).filter(Boolean)) container?.classList.toggle(one, Boolean(on[name]))
    }
  }
  const hear = (message: Message) => {
    if (message.type === 'ready') {
      isReady = true
      if (wantsFocus) element.focus()
      emit('ready', { elementType: 'card' })
    }
    if (message.type === 'height' && frame) frame.style.height = `${Number(message.height)}px`
    if (message.type === 'change') {
      state = { ...state, ...Object(message.event), error: Object(message.event).error }
      paint()
      emit('change', message.event)
    }
    if (message.type === 'focus' || message.type === 'blur') {
      state.focus = message.type === 'focus'
      paint()
    }
    if (message.type === 'focus' || message.type === 'blur' || message.type === 'escape') {
      emit(message.type, { elementType: 'card' })
    }
    if (message.type === 'submit') container?.closest('form')?.requestSubmit()
    if (message.type === 'result') {
      waiting.get(Number(message.number))?.(message.result)
      waiting.delete(Number(message.number))
    }
  }
  const loaded = () => {
    speech?.close()
    if (!frame?.contentWindow) return
    const { classes: _, ...told } = options
    speech = speakTo(frame, { type: 'start', options: plain(told), fonts: fonts.map(plain) }, hear)
  }
  const focusByLabel = (event: Event) => {
    event.preventDefault()
    element.focus()
  }
  const end = () => {
    speech?.close()
    frame?.remove()
    for (const label of labels) label.removeEventListener('click', focusByLabel)
    for (const answer of waiting.values()) answer({ error: outOfReach() })
    waiting.clear()
    speech = undefined
    frame = undefined
    container = undefined
    isReady = false
    labels = []
  }

  const ask = (type: 'pay' | 'method', params: object): Promise<unknown> => {
    if (!speech || !isReady) {
      throw new Error(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    }
    asked += 1
    speech.send({ type, number: asked, ...plain(params) })
    return new Promise((resolve) => waiting.set(asked, resolve))
  }

  const element = {
    mount(where: string | Element) {
      const found = typeof where === 'string' ? document.querySelector(where) : where
      if (!found)
        throw new Error(
          `The selector you specified (${where}) applies to no DOM elements that are currently on the page.`,
        )
      if (found === container) return
      end()
      container = found
      frame = frameFor('/sandbox/stripe/card', 'Secure card payment input frame')
      frame.addEventListener('load', loaded)
      labels = [...document.querySelectorAll('label')].filter((label) => label.htmlFor === found.id && found.id !== '')
      const around = found.closest('label')
      if (around) labels.push(around)
      for (const label of labels) label.addEventListener('click', focusByLabel)
      found.replaceChildren(frame)
      frame.style.height = heightAt(frame.clientWidth, options.hidePostalCode === true)
      paint()
      const mounted = frame
      setTimeout(() => {
        if (mounted === frame && !isReady) emit('loaderror', { elementType: 'card', error: outOfReach() })
      }, patience)
    },
    unmount: end,
    destroy() {
      end()
      handlers.clear()
      destroyed()
    },
    update(changed: Options) {
      options = { ...options, ...changed }
      const { classes: _, ...told } = changed
      speech?.send({ type: 'options', options: plain(told) })
      paint()
    },
    focus() {
      wantsFocus = !isReady
      if (!isReady) return
      frame?.focus()
      speech?.send({ type: 'focus' })
    },
    blur() {
      speech?.send({ type: 'blur' })
      frame?.blur()
    },
    clear: () => speech?.send({ type: 'clear' }),
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
    /** For Stripe's own calls: has the frame pay with what is typed in it, or make a payment method of it. */
    _pay: (params: object) => ask('pay', params) as Promise<IntentResult>,
    _createMethod: (params: object) => ask('method', params) as Promise<MethodResult>,
  }
  return element
}
export type CardElement = ReturnType<typeof cardElement>

/** A frame whose origin is its own: it may run scripts, and see nothing of the page. */
export function frameFor(path: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', 'allow-scripts allow-forms')
  frame.src = path
  // A dark page would else give the frame a ground that can't be seen through.
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: '1.75rem', colorScheme: 'light' })
  return frame
}

// A browser lets a frame below the fold rest until it is scrolled to, and only then does it tell its height. Until it does, this is as
// card.css has it: the number has a row of its own on a narrow field.
function heightAt(width: number, isShort: boolean) {
  return width <= (isShort ? 384 : 464) ? '3.625rem' : '1.75rem'
}

// What can go through a channel.
function plain(value: object): { [name: string]: unknown } {
  return JSON.parse(JSON.stringify(value))
}
