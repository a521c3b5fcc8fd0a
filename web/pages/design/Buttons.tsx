import X from 'lucide-react/icons/x'
import { Part, State } from './Part.tsx'

const kinds = [
  ['Action: the one main button of a screen', 'btn-action', 'Submit'],
  ['Line: everything else', 'btn-line', 'My Appointments'],
  ['Danger: what can’t be undone', 'btn-error', 'Delete'],
  ['Ghost: beside others', 'btn-ghost', 'Remove User'],
] as const

/** Every kind of button: enabled, disabled and busy. */
export function Buttons() {
  return (
    <Part title="Buttons">
      <p className="max-w-text text-quiet">
        Each is 44 px high. Point at one to see it hovered; walk through them by Tab to see the focus.
      </p>
      {kinds.map(([name, kind, text]) => (
        <State key={kind} name={name}>
          <div className="flex flex-wrap gap-3">
            <button type="button" className={`btn ${kind}`}>
              {text}
            </button>
            <button type="button" className={`btn ${kind}`} disabled>
              {text}
            </button>
            <button type="button" className={`btn ${kind}`} aria-disabled>
              <span className="loading loading-spinner loading-sm" aria-hidden="true" />
              {text}
            </button>
          </div>
        </State>
      ))}
      <State name="Large, small, icon">
        <div className="flex flex-wrap items-center gap-3">
          <button type="button" className="btn btn-lg btn-action">
            Get Started
          </button>
          <button type="button" className="btn btn-line btn-sm text-sm">
            Use demo admin
          </button>
          <button type="button" className="btn btn-ghost btn-square">
            <X aria-hidden="true" />
            <span className="sr-only">Close</span>
          </button>
        </div>
      </State>
    </Part>
  )
}
