import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { clinic } from '#web/clinic.ts'

const cards = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0025 0000 3155', 'asks for bank confirmation'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0000 0000 0127', 'has the wrong security code'],
  ['4000 0000 0000 0119', 'fails with a processing error'],
] as const

/** Says that no card is charged, and lists test cards. Renders nothing with a live publishable key. */
export function TestMode() {
  const { publishableKey, script } = clinic.card
  const [copied, setCopied] = useState<string>()
  const [failed, setFailed] = useState(false)
  if (!publishableKey.startsWith('pk_test_')) return null

  async function copy(number: string) {
    try {
      await navigator.clipboard.writeText(number)
      setCopied(number)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }

  return (
    <aside aria-label="Test mode" className="mt-6 rounded-field bg-base-200 p-4 text-sm">
      <p className="font-bold">Test mode: no real card is charged</p>
      <p className="mt-1 text-quiet">
        {script !== null && 'This card form is a stand-in for Stripe, not Stripe. '}
        Use any future date and any three digits.
      </p>
      <ul className="mt-2">
        {cards.slice(0, 2).map((card) => (
          <TestCard key={card[0]} card={card} copied={copied} onCopy={copy} />
        ))}
      </ul>
      <details>
        <summary className="tap cursor-pointer underline underline-offset-4">Cards that are declined</summary>
        <ul>
          {cards.slice(2).map((card) => (
            <TestCard key={card[0]} card={card} copied={copied} onCopy={copy} />
          ))}
        </ul>
      </details>
      <p role="status" className={failed ? 'mt-2' : 'sr-only'}>
        {failed ? 'Your browser blocked copying. Please select the number and copy it.' : copied && `Copied ${copied}`}
      </p>
    </aside>
  )
}

interface TestCardProps {
  card: (typeof cards)[number]
  copied: string | undefined
  onCopy: (number: string) => void
}

function TestCard({ card: [number, outcome], copied, onCopy }: TestCardProps) {
  const Icon = copied === number ? Check : Copy
  return (
    <li className="flex items-center gap-x-3 max-sm:py-1">
      <span className="min-w-0 flex-1">
        <span className="font-medium tabular-nums">{number}</span>{' '}
        <span className="text-quiet max-sm:block">{outcome}</span>
      </span>
      <button type="button" className="btn btn-ghost btn-sm gap-2 px-2 text-sm" onClick={() => onCopy(number)}>
        <Icon size={16} aria-hidden="true" />
        {copied === number ? 'Copied' : 'Copy'} <span className="sr-only">{number}</span>
      </button>
    </li>
  )
}
