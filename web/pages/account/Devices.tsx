import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Device } from '#contract/account.ts'
import { deleteDevice, deleteOtherDevices, refreshDevices } from '#web/api/account.ts'
import { isSignedOut, messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { AskFirst } from '#web/ui/dialog/AskFirst.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { DeviceItem } from './DeviceItem.tsx'

/** Lists the devices signed in to the account, and signs other devices out. */
export function Devices({ result: devices }: { result: UseQueryResult<Device[]> }) {
  const client = useQueryClient()
  const toast = useToast()
  const place = useRef<HTMLUListElement>(null)

  const end = async (request: () => Promise<void>, done: string) => {
    try {
      await mutate(client, request)
      toast('success', done)
    } catch (error) {
      if (isSignedOut(error)) return
      toast('error', messageFor(error))
    }
    await refreshDevices(client)
    // The pressed button may be gone; the keyboard continues from here.
    place.current?.focus({ preventScroll: true })
  }

  if (!devices.data) {
    return (
      <div className="mt-4">
        <LoadError what="Your devices" error={devices.error} onRetry={() => devices.refetch()} />
      </div>
    )
  }
  const others = devices.data.filter(({ present }) => !present)

  return (
    <>
      <p className="mt-2 text-quiet">Devices signed in to your account, updated daily.</p>
      <ul
        ref={place}
        tabIndex={-1}
        aria-label="Signed-in devices"
        className="mt-2 divide-y divide-base-300 outline-none"
      >
        {devices.data.map((device) => (
          <DeviceItem
            key={device.id}
            device={device}
            onEnd={() => end(() => deleteDevice(device.id), endedOne(device))}
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="text-quiet">No other device is signed in.</p>
      ) : (
        <div className="mt-3">
          <AskFirst
            label="Sign out all other devices"
            question="Only this device stays signed in."
            onConfirm={() => end(deleteOtherDevices, 'All other devices were signed out.')}
          />
        </div>
      )}
    </>
  )
}

function endedOne({ name }: Device) {
  return `${name} was signed out.`
}
