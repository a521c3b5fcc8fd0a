import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ZoneChoice, ZoneEffect } from '#contract/clinic.ts'
import { clinicOf, postTimeZone } from '#web/api/clinic.ts'
import { timesInText } from '#web/dates.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { zoneOptions } from '#web/ui/clinic/clinic-form.ts'
import type { ClinicFormProps } from '#web/ui/clinic/use-saving.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Choice } from '#web/ui/form/Choice.tsx'
import { ifEmailed, ifTexted } from '#web/unsent.ts'

const choices: readonly (readonly [ZoneChoice, string, string])[] = [
  [
    'clock',
    'Appointments keep their time on the clock',
    'One at 9 o’clock stays at 9 o’clock. Choose this if the time zone was wrong from the start.',
  ],
  [
    'instant',
    'Appointments keep their moment',
    'One at 9 o’clock in the old zone gets the time that the new zone’s clock then shows. Choose this if the zone itself changes.',
  ],
]

/** Changes the time zone, a step of its own: it asks what becomes of the appointments ahead, and says what that does to
 *  them before it is done. */
export function TimeZoneForm({ admin, clinic, version }: ClinicFormProps) {
  const client = useQueryClient()
  const name = useId()
  const [timeZone, setTimeZone] = useState(clinic.timeZone)
  const [keep, setKeep] = useState<ZoneChoice>('clock')
  const look = useChange(() => postTimeZone(admin, { version, timeZone, keep, preview: true }))
  const change = useChange(() => postTimeZone(admin, { version, timeZone, keep }), {
    refresh: () => client.invalidateQueries({ queryKey: clinicOf(admin).queryKey }),
    // The page itself has the clinic's zone in its document.
    onEnd: (isMade) => isMade && window.location.reload(),
  })
  const reset = () => {
    look.reset()
    change.reset()
  }
  return (
    <div className="mt-4 grid gap-4">
      <Choice
        label="Time zone"
        options={zoneOptions.some(([zone]) => zone === timeZone) ? zoneOptions : [[timeZone, timeZone], ...zoneOptions]}
        value={timeZone}
        onChange={({ target }) => {
          setTimeZone(target.value)
          reset()
        }}
      />
      {timeZone !== clinic.timeZone && (
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">Appointments ahead</legend>
            {choices.map(([value, label, text]) => (
              <label key={value} className="flex cursor-pointer gap-3 rounded-field border border-base-300 p-3">
                <input
                  type="radio"
                  name={name}
                  className="radio mt-1"
                  checked={keep === value}
                  onChange={() => {
                    setKeep(value)
                    reset()
                  }}
                />
                <span>
                  <span className="block font-medium">{label}</span>
                  <span className="block text-quiet text-sm">{text}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {look.answer && <Effect effect={look.answer} keep={keep} />}
          <div className="flex flex-wrap gap-3">
            {look.answer ? (
              <BusyButton busy={change.isBusy} className="btn btn-action px-8" onClick={() => void change.run()}>
                Change the time zone
              </BusyButton>
            ) : (
              <BusyButton busy={look.isBusy} className="btn btn-action px-8" onClick={() => void look.run()}>
                See what it does
              </BusyButton>
            )}
          </div>
        </>
      )}
      <Problem className="text-sm">{look.problem ?? change.problem}</Problem>
    </div>
  )
}

function Effect({
  effect: { count, emailed, texted, unreachable, first },
  keep,
}: {
  effect: ZoneEffect
  keep: ZoneChoice
}) {
  const what = keep === 'clock' ? 'keep their time on the clock' : 'move on the clock'
  return (
    <div role="status" className="rounded-field bg-base-200 p-4">
      {count === 0 && <p>There are no appointments ahead.</p>}
      {count > 0 && (
        <p>
          {count === 1 ? 'One appointment' : `${count} appointments`} ahead {what}.{' '}
          {emailed + texted === 0 && 'Nobody gets a message.'}
          {emailed > 0 && ifEmailed(`Patients get an email about ${emailed} of them.`)}
          {texted > 0 && ` ${ifTexted(`Patients get a text message about ${texted} of them.`)}`}
          {unreachable > 0 && ` ${unreachable} of them belong to patients whom no message reaches: please call these.`}
        </p>
      )}
      {count > 0 && keep === 'clock' && (
        <p>Calendar feeds follow by themselves. Calendar files that patients have saved keep the old moment.</p>
      )}
      {first && (
        <p className="mt-1 text-quiet">
          The first: {first.treatment} of {first.patientName}, {timesInText(first.before)}
          {first.after === first.before ? ', as before.' : `, then ${timesInText(first.after)}.`}
        </p>
      )}
    </div>
  )
}
