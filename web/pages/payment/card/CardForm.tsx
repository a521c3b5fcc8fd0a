import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import type { Payment } from '../payment.ts'
import { readFonts, useCardStyle } from './use-card-style.ts'

interface CardFormProps {
  payment: Payment
  /** What Pay charges, such as $59. */
  amount: string
  onPay: (card: StripeCardElement) => void
  /** Prepares the payment again. */
  again: () => void
}

/** The provider's card field, and the button. The form stays mounted while the payment's outcome is unknown, so that what was typed is
 *  not lost; whenever it can't be used, a disabled Pay button stands in its place. */
export function CardForm({ payment, again, ...props }: CardFormProps) {
  const [round, setRound] = useState(0)
  const [fonts] = useState(readFonts)
  const { step } = payment
  const isUsable = step === 'ready' || step === 'paying'
  return (
    <>
      {'card' in payment && (
        <Elements key={round} stripe={payment.card.provider} options={fonts}>
          <Form payment={payment} onReload={() => setRound(round + 1)} {...props} />
        </Elements>
      )}
      {!isUsable && <NotYet isPreparing={step === 'preparing'} onRetry={step === 'unprepared' ? again : undefined} />}
    </>
  )
}

function NotYet({ isPreparing, onRetry }: { isPreparing: boolean; onRetry: (() => void) | undefined }) {
  return (
    <div className="mt-6">
      {isPreparing && <div className="skeleton mb-5 h-24" />}
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
      <p role="status" className="sr-only">
        {isPreparing ? 'Preparing the card form' : ''}
      </p>
    </div>
  )
}

type FormProps = Omit<CardFormProps, 'again'> & { onReload: () => void }

function Form({ payment, amount, onPay, onReload }: FormProps) {
  const label = useId()
  const elements = useElements()
  const style = useCardStyle()
  const [isShown, setShown] = useState(false)
  const isLate = useLate(!isShown)
  const [isFocused, setFocused] = useState(false)
  const [fault, setFault] = useState<string>()
  const [retyped, setRetyped] = useState(false)
  const busy = payment.step === 'paying'
  const refusal = payment.step === 'ready' && !retyped ? payment.refusal : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!card || payment.step !== 'ready') return
    setRetyped(false)
    onPay(card)
  }

  function follow({ error }: StripeCardElementChangeEvent) {
    setFault(error?.message)
    if (payment.step === 'ready') setRetyped(true)
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-6"
      hidden={payment.step === 'finding-out' || payment.step === 'unsettled'}
    >
      <fieldset aria-labelledby={label} aria-describedby={`${label}-error`} inert={busy}>
        <p id={label} className="mb-1 font-medium">
          Card details
        </p>
        <div
          className={`min-h-12 rounded-field border bg-base-100 px-4 py-3 ${fault ? 'border-error' : 'border-edge'} ${isFocused ? 'outline-3 outline-base-content outline-offset-2' : ''}`}
        >
          <CardElement
            options={style}
            onReady={() => setShown(true)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={follow}
          />
        </div>
      </fieldset>
      {isLate && (
        <p role="alert" className="mt-3 text-error text-sm">
          The card field hasn’t loaded. Please check your connection.{' '}
          <button
            type="button"
            className="cursor-pointer py-1 font-medium underline underline-offset-4"
            onClick={onReload}
          >
            Try again
          </button>
        </p>
      )}
      <button type="submit" className="btn btn-action mt-5 w-full" disabled={!isShown} aria-disabled={busy}>
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        Pay
      </button>
      <p id={`${label}-error`} role="alert" className="mt-3 text-error text-sm empty:hidden">
        {refusal ?? fault}
      </p>
      <p className="mt-3 text-quiet text-sm">
        You will be charged {amount} once. Your card number goes straight to our payment provider; we never see it.
      </p>
    </form>
  )
}

/** Whether `waiting` has lasted longer than a card field takes to load. */
function useLate(waiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), 15_000)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting && isLate
}
