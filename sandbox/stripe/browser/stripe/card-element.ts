import type { IntentResult, MethodResult } from '../call.ts'
import type { Message } from '../port.ts'
import { type CardFrame, openCardFrame } from './card-frame.ts'

type Handler = (event?: unknown) => void
type Options = { classes?: { [state: string]: string }; [more: string]: unknown }
type State = { empty: boolean; complete: boolean; error: unknown; focus: boolean }

const notMounted =
  'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.'
const eventTypes = ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror']

/** Creates Stripe's card element. Its inputs are in a frame, so that the page can't read the card. */
export function cardElement(initialOptions: Options, fonts: object[], onDestroy: () => void) {
  const handlers = new Map<string, Set<Handler>>()
  let options = initialOptions
  let state: State = { empty: true, complete: false, error: undefined, focus: false }
  let frame: CardFrame | undefined
  const startMessage = () => ({ type: 'start', options: frameOptions(options), fonts: fonts.map(toPlain) })
  const onMessage = ({ type, event = { elementType: 'card' } }: Message) => {
    if (type === 'change') state = { ...state, ...Object(event), error: Object(event).error }
    if (type === 'focus' || type === 'blur') state.focus = type === 'focus'
    updateClasses(frame?.container, state, options)
    if (type === 'submit') frame?.container.closest('form')?.requestSubmit()
    if (eventTypes.includes(type)) for (const handler of handlers.get(type) ?? []) handler(event)
  }
  const request = (type: 'pay' | 'method', params: object) => {
    if (!frame?.isReady()) throw new Error(notMounted)
    return frame.request({ ...toPlain(params), type })
  }
  const unmount = () => {
    frame?.close()
    frame = undefined
  }

  const element = {
    mount(target: string | Element) {
      const container = findContainer(target)
      if (container === frame?.container) return
      unmount()
      frame = openCardFrame(container, options.hidePostalCode === true, startMessage, onMessage)
      updateClasses(container, state, options)
    },
    unmount,
    destroy() {
      unmount()
      handlers.clear()
      onDestroy()
    },
    update(changed: Options) {
      options = { ...options, ...changed }
      frame?.send({ type: 'options', options: frameOptions(changed) })
      updateClasses(frame?.container, state, options)
    },
    focus: () => frame?.focus(),
    blur: () => frame?.blur(),
    clear: () => frame?.send({ type: 'clear' }),
    on(type: string, handler: Handler) {
      handlers.set(type, (handlers.get(type) ?? new Set()).add(handler))
      if (type === 'ready' && frame?.isReady()) queueMicrotask(() => handler({ elementType: 'card' }))
      return element
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

function findContainer(target: string | Element) {
  const container = typeof target === 'string' ? document.querySelector(target) : target
  if (container) return container
  throw new Error(`The selector you specified (${target}) applies to no DOM elements that are currently on the page.`)
}

function updateClasses(container: Element | undefined, state: State, { classes = {} }: Options) {
  const active = { base: true, ...state, invalid: Boolean(state.error) }
  for (const name of ['base', 'complete', 'empty', 'focus', 'invalid'] as const) {
    const names = classes[name] ?? (name === 'base' ? 'StripeElement' : `StripeElement--${name}`)
    for (const className of names.split(/\s+/).filter(Boolean))
      container?.classList.toggle(className, Boolean(active[name]))
  }
}

// The frame needs all options but the page's classes.
function frameOptions({ classes: _, ...options }: Options) {
  return toPlain(options)
}

// Drops functions and undefined values, which a message can't carry.
function toPlain(value: object): { [name: string]: unknown } {
  return JSON.parse(JSON.stringify(value))
}
