import { postRecordCode } from '#web/api/desk/patients.ts'
import { clinicDayInText } from '#web/dates.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

/** Makes a code for a patient whom the desk knows: entered in My Account, it opens this record. */
export function RecordCode({ admin, id, name }: { admin: string; id: string; name: string }) {
  const { run, isBusy, answer: given } = useChange(() => postRecordCode(admin, id), { failsInToast: true })
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
        <BusyButton busy={isBusy} className="btn btn-line" onClick={() => void run()}>
          Code for their account
        </BusyButton>
      )}
    </div>
  )
}
