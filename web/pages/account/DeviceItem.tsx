import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import type { Device } from '#contract/account.ts'
import { clinicDayAt } from '#web/dates.ts'
import { AskFirst } from '#web/ui/dialog/AskFirst.tsx'

/** One device: its name, when and from where it signed in, and a button to sign it out. */
export function DeviceItem({ device, onEnd }: { device: Device; onEnd: () => Promise<void> }) {
  const { name, address, signedIn, lastUsed, present } = device
  const Icon = /\b(iPhone|iPad|Android)\b/.test(name) ? Smartphone : Monitor
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon aria-hidden="true" className="h-lh text-quiet" />
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {name}
          {present && <span className="rounded-field bg-base-300 px-3 py-1 text-sm">This device</span>}
        </p>
        <p className="wrap-anywhere text-quiet text-sm">
          Signed in {clinicDayAt(signedIn)}
          {address && ` from ${address}`}
        </p>
        {!present && <p className="text-quiet text-sm">Last used {clinicDayAt(lastUsed)}</p>}
      </div>
      {!present && (
        <div className="max-sm:col-start-2">
          <AskFirst label="Sign out" of={name} question="Sign this device out?" onConfirm={onEnd} />
        </div>
      )}
    </li>
  )
}
