import { type CallError, callAbout, callForMethod, type IntentResult, type MethodResult, type Params } from '../call.ts'
import { listenToPage, type Message } from '../port.ts'
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
import { addFonts, type CardStyle, sheetOf } from './style.ts'

// The card field, in its frame: the number never leaves it but for the call that pays.

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
  left: boolean
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
  (text) => digitsOf(text).slice(0, kind().code),
  (text) => codeProblem(text, kind()),
)
let fields = [number, expiry, code, postal]
let options: Options = {}
let tell: (message: Message) => void = () => {}
let told = ''

function kind() {
  return brandOf(digitsOf(number.input.value))
}

function fieldNamed(name: string, format: Field['format'], problem: (text: string) => Problem | undefined): Field {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`the frame has no ${name}`)
  return { input, format, problem: () => problem(input.value), left: false }
}

function apply(changed: Options) {
  options = { ...options, ...changed }
  document.adoptedStyleSheets = [sheetOf(options.style ?? {})]
  fields = options.hidePostalCode ? [number, expiry, code] : [number, expiry, code, postal]
  for (const input of [postal.input, ...(postal.input.labels ?? [])]) input.hidden = Boolean(options.hidePostalCode)
  if (brand instanceof HTMLElement) brand.hidden = Boolean(options.hideIcon)
  for (const { input } of fields) input.disabled = Boolean(options.disabled)
  if (changed.value?.postalCode !== undefined) postal.input.value = postal.format(changed.value.postalCode, false)
  show()
}

// Half a number is no mistake while somebody is still writing it.
function mistakeIn({ input, problem, left }: Field) {
  const found = problem()
  const incomplete = found?.code.startsWith('incomplete_')
  return found && input.value !== '' && (!incomplete || left) ? found : undefined
}

function show(asked?: Problem) {
  const mistakes = fields.map((field) => mistakeIn(field))
  const complete = fields.every(({ problem }) => !problem())
  const empty = fields.every(({ input }) => input.value === '')
  fields.forEach(({ input, problem }, place) => {
    const wrong = Boolean(mistakes[place]) || (asked !== undefined && problem()?.code === asked.code)
    input.classList.toggle('invalid', wrong)
    input.setAttribute('aria-invalid', String(wrong))
  })
  form.classList.toggle('complete', complete)
  form.classList.toggle('empty', empty)
  const { name, label } = kind()
  if (brand) brand.textContent = label
  const error = mistakes.find((mistake) => mistake) ?? asked
  const event = { elementType: 'card', empty, complete, error, brand: name, value: { postalCode: postal.input.value } }
  const now = JSON.stringify(event)
  if (now !== told) tell({ type: 'change', event })
  told = now
}

function written(field: Field, deleting: boolean) {
  const { input, format, problem } = field
  const caret = input.selectionStart ?? input.value.length
  const before = digitsOf(input.value.slice(0, caret)).length
  const atEnd = caret === input.value.length
  input.value = format(input.value, deleting)
  if (!atEnd) {
    const place = placeAfter(input.value, before)
    input.setSelectionRange(place, place)
  }
  field.left = false
  show()
  const next = fields[fields.indexOf(field) + 1]
  const full = field !== number || digitsOf(input.value).length === Math.max(...kind().lengths)
  if (!deleting && atEnd && full && !problem()) next?.input.focus()
}

function placeAfter(text: string, digits: number) {
  let seen = 0
  const place = [...text].findIndex((letter) => seen === digits || (/\d/.test(letter) && ++seen > digits))
  return place < 0 ? text.length : place
}

function pressed(field: Field, event: KeyboardEvent) {
  const { input } = field
  const previous = fields[fields.indexOf(field) - 1]
  if (event.key === 'Escape') tell({ type: 'escape' })
  if (event.key === 'Enter') {
    event.preventDefault()
    tell({ type: 'submit' })
  }
  if (event.key === 'Backspace' && input.value === '' && previous) {
    event.preventDefault()
    previous.input.focus()
  }
}

async function pay({ key, clientSecret, billing, receiptEmail, returnUrl }: Message): Promise<IntentResult> {
  const { error, method } = methodTyped(billing)
  if (error) return { error }
  return callAbout({ key: String(key), clientSecret: String(clientSecret) }, 'POST', '/confirm', {
    payment_method_data: method,
    expected_payment_method_type: 'card',
    use_stripe_sdk: 'true',
    receipt_email: receiptEmail ? String(receiptEmail) : undefined,
    return_url: returnUrl ? String(returnUrl) : undefined,
  })
}

async function createMethod({ key, billing }: Message): Promise<MethodResult> {
  const { error, method } = methodTyped(billing)
  return error ? { error } : callForMethod({ key: String(key), ...method })
}

/** The payment method that is typed in the field; what is missing of it is shown. */
function methodTyped(billing: unknown): { error: CallError; method?: never } | { error?: never; method: MethodParams } {
  const missing = fields.map(({ problem }) => problem()).find((found) => found)
  if (missing) {
    for (const field of fields) field.left = true
    show(missing)
    return { error: missing }
  }
  const { month, year } = expiryOf(expiry.input.value)
  const typed = {
    number: digitsOf(number.input.value),
    exp_month: month,
    exp_year: year,
    cvc: digitsOf(code.input.value),
  }
  const given = Object(billing)
  const address = { ...given.address, ...(!options.hidePostalCode && { postal_code: postal.input.value }) }
  return { method: { type: 'card', card: typed, billing_details: { ...given, address } } }
}

function clear() {
  for (const field of [number, expiry, code, postal]) {
    field.input.value = ''
    field.left = false
  }
  show()
}

function focusFirst() {
  const first = fields.find(({ problem }) => problem()) ?? number
  first.input.focus()
}

async function hear(message: Message, send: (message: Message) => void) {
  tell = send
  if (message.type === 'start' || message.type === 'options') apply(Object(message.options))
  if (message.type === 'start') {
    addFonts(message.fonts)
    new ResizeObserver(() => send({ type: 'height', height: form.offsetHeight })).observe(form)
    send({ type: 'ready' })
  }
  if (message.type === 'focus') focusFirst()
  if (message.type === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (message.type === 'clear') clear()
  if (message.type === 'pay') send({ type: 'result', number: message.number, result: await pay(message) })
  if (message.type === 'method') send({ type: 'result', number: message.number, result: await createMethod(message) })
}

for (const field of fields) {
  field.input.addEventListener('input', (event) => {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    written(field, deleting)
  })
  field.input.addEventListener('keydown', (event) => pressed(field, event))
  field.input.addEventListener('blur', () => {
    field.left = field.input.value !== ''
    show()
  })
}
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('focus', () => tell({ type: 'focus' }))
addEventListener('blur', () => tell({ type: 'blur' }))
listenToPage(hear)
