import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { postRecordCode } from '#web/api/desk/patients.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { clinicDayInText } from '#web/dates.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'

/** Makes a code for a patient whom the desk knows: entered in My Account, it opens this record. */
export function RecordCode({ admin, id, name }: { admin: string; id: string; name: string }) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const [given, setGiven] = useState<{ code: string; expiresAt: string }>()
  const give = async () => {
    setIsBusy(true)
    try {
      setGiven(await mutate(client, () => postRecordCode(admin, id)))
    } catch (error) {
      toast('error', messageFor(error))
    }
    setIsBusy(false)
  }
  return (
    <div role="status" className="mt-3 grid justify-items-start gap-3">
      {given ? (
        <>
          <p className="font-bold text-lg tabular-nums">{given.code}</p>
          <p className="max-w-text text-quiet">
            Give it to {name} or a parent, once you know who they are. They enter it in My Account, under ‘Records that
            we have already’, until {clinicDayInText(given.expiresAt)}. It isn’t shown again.
          </p>
        </>
      ) : (
        <BusyButton busy={isBusy} className="btn btn-line" onClick={give}>
          Code for their account
        </BusyButton>
      )}
    </div>
  )
}
