import { useState } from 'react'
import { encode } from 'uqr'
import type { SecondFactorSetup } from '#contract/access/second-factor.ts'
import { clinic } from '#web/clinic.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'

/** What an authenticator app needs: a picture to scan, and the key for those who can't. */
export function AppSecret({ setup }: { setup: SecondFactorSetup }) {
  const secret = new URL(setup.totpURI).searchParams.get('secret') ?? ''
  return (
    <>
      <QrCode text={setup.totpURI} label="QR code for your authenticator app" />
      <details className="mt-3">
        <summary className="text-link cursor-pointer py-1">Can’t scan it?</summary>
        <p className="mt-2">
          Enter this key in the app: <code className="wrap-anywhere select-all font-bold">{inGroups(secret)}</code>
        </p>
      </details>
    </>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Shows new recovery codes, which the server does not show again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useFocusWhen<HTMLHeadingElement>(true)
  const [isCopied, setIsCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <div className="mt-3">
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        Keep your recovery codes
      </h3>
      <p className="mt-1 max-w-text text-quiet">
        Without your phone, each of these codes signs you in once. Print them or keep them in a password manager: they
        are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="mt-4 grid w-fit grid-cols-2 gap-x-8 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <button type="button" className="btn btn-line" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <a
          className="btn btn-line"
          download={`Recovery codes ${clinic.name}.txt`}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Download
        </a>
        <button type="button" className="btn btn-action" onClick={onDone}>
          I have kept them
        </button>
      </div>
    </div>
  )
}

function inGroups(secret: string) {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** A QR code, always dark on light, because many cameras read no other. `label` names it for screen readers. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mt-3 size-52 rounded-field border border-base-300"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={squares.join('')} />
    </svg>
  )
}
