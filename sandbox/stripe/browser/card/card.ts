import {
  type CallError,
  type IntentResult,
  type MethodResult,
  type Params,
  requestIntent,
  requestMethod,
} from '../call.ts'
import { connectToPage, type Message } from '../port.ts'
import {
  brandOf,
  codeProblem,
  digitsOf,
  expiryOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
  type Problem,
  postalProblem,
} from './rules.ts'
import { addFonts, type CardStyle, toStyleSheet } from './style.ts'

// The card field in its frame. The card number leaves the frame only in the request that pays.

type Options = {
  style?: CardStyle
  value?: { postalCode?: string }
  hidePostalCode?: boolean
  hideIcon?: boolean
  disabled?: boolean
}
type Field = {
  input: HTMLInputElement
  format: (text: string, deleting: boolean) => string
  problem: () => Problem | undefined
  wasLeft: boolean
}

type MethodParams = {
  type: 'card'
  card: { number: string; exp_month: number; exp_year: number; cvc: string }
  billing_details: Params
}

const form = document.forms[0] ?? document.createElement('form')
const brand = form.querySelector('.brand')
const postal = fieldNamed('postal', (text) => digitsOf(text).slice(0, 5), postalProblem)
const number = fieldNamed('cardnumber', formatNumber, numberProblem)
const expiry = fieldNamed('exp-date', formatExpiry, (text) => expiryProblem(text, new Date()))
const code = fieldNamed(
  'cvc',
  (text) => digitsOf(text).slice(0, currentBrand().code),
  (text) => codeProblem(text, currentBrand()),
)
let fields = [number, expiry, code, postal]
let options: Options = {}
let sendToPage: (message: Message) => void = () => {}
let lastEvent = ''

function currentBrand() {
  return brandOf(digitsOf(number.input.value))
}

function fieldNamed(name: string, format: Field['format'], problem: (text: string) => Problem | undefined): Field {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`the frame has no ${name}`)
  return { input, format, problem: () => problem(input.value), wasLeft: false }
}

function apply(changed: Options) {
  options = { ...options, ...changed }
  document.adoptedStyleSheets = [toStyleSheet(options.style ?? {})]
  fields = options.hidePostalCode ? [number, expiry, code] : [number, expiry, code, postal]
  for (const input of [postal.input, ...(postal.input.labels ?? [])]) input.hidden = Boolean(options.hidePostalCode)
  if (brand instanceof HTMLElement) brand.hidden = Boolean(options.hideIcon)
  for (const { input } of fields) input.disabled = Boolean(options.disabled)
  if (changed.value?.postalCode !== undefined) postal.input.value = postal.format(changed.value.postalCode, false)
  render()
}

// An incomplete value is an error only after the person has left the field.
function visibleProblem({ input, problem, wasLeft }: Field) {
  const found = problem()
  const incomplete = found?.code.startsWith('incomplete_')
  return found && input.value !== '' && (!incomplete || wasLeft) ? found : undefined
}

function render(missing?: Problem) {
  const problems = fields.map((field) => visibleProblem(field))
  const complete = fields.every(({ problem }) => !problem())
  const empty = fields.every(({ input }) => input.value === '')
  fields.forEach(({ input, problem }, index) => {
    const isInvalid = Boolean(problems[index]) || (missing !== undefined && problem()?.code === missing.code)
    input.classList.toggle('invalid', isInvalid)
    input.setAttribute('aria-invalid', String(isInvalid))
  })
  form.classList.toggle('complete', complete)
  form.classList.toggle('empty', empty)
  const { name, label } = currentBrand()
  if (brand) brand.textContent = label
  const error = problems.find((found) => found) ?? missing
  const event = { elementType: 'card', empty, complete, error, brand: name, value: { postalCode: postal.input.value } }
  const json = JSON.stringify(event)
  if (json !== lastEvent) sendToPage({ type: 'change', event })
  lastEvent = json
}

function onInput(field: Field, deleting: boolean) {
  const { input, format, problem } = field
  const caret = input.selectionStart ?? input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  const atEnd = caret === input.value.length
  input.value = format(input.value, deleting)
  if (!atEnd) {
    const position = positionAfter(input.value, digitsBefore)
    input.setSelectionRange(position, position)
  }
  field.wasLeft = false
  render()
  const next = fields[fields.indexOf(field) + 1]
  const isFull = field !== number || digitsOf(input.value).length === Math.max(...currentBrand().lengths)
  if (!deleting && atEnd && isFull && !problem()) next?.input.focus()
}

function positionAfter(text: string, digits: number) {
  let seen = 0
  const position = [...text].findIndex((letter) => seen === digits || (/\d/.test(letter) && ++seen > digits))
  return position < 0 ? text.length : position
}

function onKeydown(field: Field, event: KeyboardEvent) {
  const { input } = field
  const previous = fields[fields.indexOf(field) - 1]
  if (event.key === 'Escape') sendToPage({ type: 'escape' })
  if (event.key === 'Enter') {
    event.preventDefault()
    sendToPage({ type: 'submit' })
  }
  if (event.key === 'Backspace' && input.value === '' && previous) {
    event.preventDefault()
    previous.input.focus()
  }
}

async function pay({ key, clientSecret, billing, receiptEmail, returnUrl }: Message): Promise<IntentResult> {
  const { error, method } = typedMethod(billing)
  if (error) return { error }
  return requestIntent({ key: String(key), clientSecret: String(clientSecret) }, 'POST', '/confirm', {
    payment_method_data: method,
    expected_payment_method_type: 'card',
    use_stripe_sdk: 'true',
    receipt_email: receiptEmail ? String(receiptEmail) : undefined,
    return_url: returnUrl ? String(returnUrl) : undefined,
  })
}

async function createMethod({ key, billing }: Message): Promise<MethodResult> {
  const { error, method } = typedMethod(billing)
  return error ? { error } : requestMethod({ key: String(key), ...method })
}

/** Returns the parameters of the typed card. If the card is incomplete, shows and returns the first error. */
function typedMethod(billing: unknown): { error: CallError; method?: never } | { error?: never; method: MethodParams } {
  const missing = fields.map(({ problem }) => problem()).find((found) => found)
  if (missing) {
    for (const field of fields) field.wasLeft = true
    render(missing)
    return { error: missing }
  }
  const { month, year } = expiryOf(expiry.input.value)
  const typed = {
    number: digitsOf(number.input.value),
    exp_month: month,
    exp_year: year,
    cvc: digitsOf(code.input.value),
  }
  const details = Object(billing)
  const address = { ...details.address, ...(!options.hidePostalCode && { postal_code: postal.input.value }) }
  return { method: { type: 'card', card: typed, billing_details: { ...details, address } } }
}

function clear() {
  for (const field of [number, expiry, code, postal]) {
    field.input.value = ''
    field.wasLeft = false
  }
  render()
}

function focusFirstInvalid() {
  const first = fields.find(({ problem }) => problem()) ?? number
  first.input.focus()
}

async function onMessage(message: Message, send: (message: Message) => void) {
  sendToPage = send
  if (message.type === 'start' || message.type === 'options') apply(Object(message.options))
  if (message.type === 'start') {
    addFonts(message.fonts)
    new ResizeObserver(() => send({ type: 'height', height: form.offsetHeight })).observe(form)
    send({ type: 'ready' })
  }
  if (message.type === 'focus') focusFirstInvalid()
  if (message.type === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (message.type === 'clear') clear()
  if (message.type === 'pay') send({ type: 'result', number: message.number, result: await pay(message) })
  if (message.type === 'method') send({ type: 'result', number: message.number, result: await createMethod(message) })
}

for (const field of fields) {
  field.input.addEventListener('input', (event) => {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    onInput(field, deleting)
  })
  field.input.addEventListener('keydown', (event) => onKeydown(field, event))
  field.input.addEventListener('blur', () => {
    field.wasLeft = field.input.value !== ''
    render()
  })
}
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('focus', () => sendToPage({ type: 'focus' }))
addEventListener('blur', () => sendToPage({ type: 'blur' }))
connectToPage(onMessage)
