import { useState } from 'react'
import { clinic } from '#web/clinic.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'

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
