import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { type ReactNode, type SubmitEvent, useEffect, useId, useState } from 'react'
import { readFonts, useCardStyle } from './card-style.ts'
import type { CardRefusal, Payment } from './payment.ts'

const lateAfterMs = 15_000

interface CardFormProps {
  payment: Payment
  /** The amount that Pay charges, such as $59. */
  amount: string
  /** The number of charges: one for each appointment. */
  count?: number
  /** What can still be changed, above the Pay button. */
  terms: ReactNode
  onPay: (card: StripeCardElement) => void
  /** Prepares the payment again. */
  again: () => void
}

/** The provider's card field and the Pay button. The form stays mounted while the outcome is unknown, so that the input
 *  is kept; while it can't be used, a disabled Pay button is shown instead. */
export function CardForm({ payment, again, terms, onPay, ...charge }: CardFormProps) {
  const [round, setRound] = useState(0)
  const { step } = payment
  const card = 'card' in payment ? payment.card : undefined
  const isShown = step === 'ready' || step === 'paying' || (step === 'preparing' && card !== undefined)
  return (
    <>
      {card && (
        <Fields key={round} provider={card.provider}>
          <Form payment={payment} {...charge} terms={terms} onPay={onPay} onReload={() => setRound(round + 1)} />
        </Fields>
      )}
      {!isShown && (
        <NotYet
          isPreparing={step === 'preparing'}
          onRetry={step === 'unprepared' ? again : undefined}
          {...charge}
          terms={terms}
        />
      )}
    </>
  )
}

/** The provider's fields, in the site's font. */
function Fields({ provider, children }: { provider: Stripe; children: ReactNode }) {
  const [fonts] = useState(readFonts)
  return (
    <Elements stripe={provider} options={fonts}>
      {children}
    </Elements>
  )
}

type NotYetProps = Pick<CardFormProps, 'amount' | 'count' | 'terms'> & {
  isPreparing: boolean
  onRetry: (() => void) | undefined
}

function NotYet({ isPreparing, onRetry, ...props }: NotYetProps) {
  return (
    <div className="mt-6">
      {isPreparing ? <Preparing {...props} /> : <Unprepared onRetry={onRetry} />}
      <p role="status" className="sr-only">
        {isPreparing ? 'Preparing the card form' : ''}
      </p>
    </div>
  )
}

/** Has the measures of the form: nothing moves when the card field arrives. */
function Preparing({ terms, ...charge }: Pick<CardFormProps, 'amount' | 'count' | 'terms'>) {
  return (
    <>
      <p className="mb-1 font-medium">Card details</p>
      <div className="skeleton h-12" />
      {terms}
      <button type="button" className="btn btn-action mt-5 w-full" disabled>
        Pay
      </button>
      <Charge {...charge} />
    </>
  )
}

function Unprepared({ onRetry }: Pick<NotYetProps, 'onRetry'>) {
  return (
    <div className="flex gap-3">
      <button type="button" className="btn btn-action flex-1" disabled>
        Pay
      </button>
      {onRetry && (
        <button type="button" className="btn btn-line" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

function Charge({ amount, count = 1 }: Pick<CardFormProps, 'amount' | 'count'>) {
  return (
    <p className="mt-3 text-quiet text-sm">
      You will be charged {amount} {count > 1 ? `in ${count} payments, one for each appointment` : 'once'}. Your card
      number goes straight to our payment provider; we never see it.
    </p>
  )
}

type FormProps = Omit<CardFormProps, 'again'> & { onReload: () => void }

function Form({ payment, terms, onPay, onReload, ...charge }: FormProps) {
  const label = useId()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isEdited, setEdited] = useState(false)
  const busy = payment.step === 'paying'
  const refusal = payment.step === 'ready' && !isEdited ? payment.refusal : undefined
  const isInvalid = fault !== undefined || refusal !== undefined

  // The field is in the provider's frame: only the provider can put the focus on what was typed.
  useEffect(() => {
    if (refusal) elements?.getElement(CardElement)?.focus()
  }, [refusal, elements])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!card || payment.step !== 'ready') return
    setEdited(false)
    onPay(card)
  }

  function handleChange({ error }: StripeCardElementChangeEvent) {
    setFault(error?.message)
    if (payment.step === 'ready') setEdited(true)
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-6"
      hidden={payment.step === 'finding-out' || payment.step === 'unsettled'}
    >
      <fieldset aria-labelledby={label} aria-describedby={`${label}-error`} aria-invalid={isInvalid} inert={busy}>
        <p id={label} className="mb-1 font-medium">
          Card details
        </p>
        <CardField isInvalid={isInvalid} onReady={() => setReady(true)} onChange={handleChange} />
      </fieldset>
      {!isReady && <LateNotice onReload={onReload} />}
      {terms}
      <button
        type="submit"
        className="btn btn-action mt-5 w-full"
        disabled={!isReady || payment.step === 'preparing'}
        aria-disabled={busy}
      >
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        Pay
      </button>
      <p id={`${label}-error`} role="alert" className="mt-3 text-error text-sm empty:hidden">
        {refusal ? <Refusal {...refusal} /> : fault}
      </p>
      <Charge {...charge} />
    </form>
  )
}

function Refusal({ why, advice }: CardRefusal) {
  return (
    <>
      <span className="block">{why}</span>
      {advice && <span className="block font-medium">{advice}</span>}
    </>
  )
}

interface CardFieldProps {
  isInvalid: boolean
  onReady: () => void
  onChange: (event: StripeCardElementChangeEvent) => void
}

/** The provider's card field, framed like the site's own fields. */
function CardField({ isInvalid, onReady, onChange }: CardFieldProps) {
  const style = useCardStyle()
  const [isFocused, setFocused] = useState(false)
  const border = isInvalid ? 'border-error' : 'border-edge'
  const outline = isFocused ? 'outline-3 outline-base-content outline-offset-2' : ''
  return (
    <div className={`min-h-12 rounded-field border bg-base-100 px-4 py-3 ${border} ${outline}`}>
      <CardElement
        options={style}
        onReady={onReady}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={onChange}
      />
    </div>
  )
}

/** Shown after the card field has been loading for too long. */
function LateNotice({ onReload }: { onReload: () => void }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, lateAfterMs, true)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <p role="alert" className="mt-3 text-error text-sm">
      The card field hasn’t loaded. Please check your connection.{' '}
      <button type="button" className="cursor-pointer py-1 font-medium underline underline-offset-4" onClick={onReload}>
        Try again
      </button>
    </p>
  )
}
