import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useRef } from 'react'
import type { Device } from '#contract/account.ts'
import { deleteDevice, deleteOtherDevices, refreshDevices } from '#web/api/account.ts'
import { clinicDayInText } from '#web/dates.ts'
import type { ChangeSteps } from '#web/ui/change/run-change.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'

/** Lists the devices signed in to the account, and signs other devices out. */
export function Devices({ result: devices }: { result: UseQueryResult<Device[]> }) {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const after = {
    refresh: () => refreshDevices(client),
    // The pressed button may be gone.
    onEnd: () => list.current?.focus({ preventScroll: true }),
  }

  if (!devices.data) return <LoadError what="Your devices" query={devices} className="mt-4" />
  const others = devices.data.filter(({ present }) => !present)

  return (
    <>
      <p className="mt-2 text-quiet">Devices signed in to your account, updated daily.</p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Signed-in devices"
        className="mt-2 divide-y divide-base-300 outline-none"
      >
        {devices.data.map((device) => (
          <DeviceItem key={device.id} device={device} after={after} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="text-quiet">No other device is signed in.</p>
      ) : (
        <div className="mt-3">
          <InlineConfirm
            label="Sign out all other devices"
            question="Only this device stays signed in."
            send={deleteOtherDevices}
            done="All other devices were signed out."
            {...after}
          />
        </div>
      )}
    </>
  )
}

/** One device: its name, when and from where it signed in, and a button to sign it out. */
function DeviceItem({ device, after }: { device: Device; after: Pick<ChangeSteps<[], void>, 'refresh' | 'onEnd'> }) {
  const { id, name, address, signedIn, lastUsed, present } = device
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
          Signed in {clinicDayInText(signedIn)}
          {address && ` from ${address}`}
        </p>
        {!present && <p className="text-quiet text-sm">Last used {clinicDayInText(lastUsed)}</p>}
      </div>
      {!present && (
        <div className="max-sm:col-start-2">
          <InlineConfirm
            label="Sign out"
            of={name}
            question="Sign this device out?"
            send={() => deleteDevice(id)}
            done={`${name} was signed out.`}
            {...after}
          />
        </div>
      )}
    </li>
  )
}
