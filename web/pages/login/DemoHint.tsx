import type { Clinic } from '#contract/site/clinic.ts'
import { clinic } from '#web/clinic.ts'

type Demo = NonNullable<Clinic['demo']>

/** The demo admin's credentials, in demo mode. In any other mode the server removes them from the built page. */
export function DemoHint({ onUse }: { onUse: (demo: Demo) => void }) {
  const { demo } = clinic
  if (!demo) return null
  return (
    <div data-demo="" className="mt-6 rounded-field bg-base-200 p-4 text-sm">
      <p className="font-bold">Demo admin</p>
      <p className="mt-1 break-all text-quiet">
        {demo.email}
        <br />
        {demo.password}
      </p>
      <button type="button" className="btn btn-line btn-sm mt-3 text-sm" onClick={() => onUse(demo)}>
        Use demo admin
      </button>
    </div>
  )
}
