import { phoneLink } from '#contract/kit/text/phone.ts'
import type { Reach, UnreachedReason } from '#contract/patient/reach.ts'
import { serverNow } from '#web/server-clock.ts'
import { ifEmailed, ifTexted, onlyIfEmailed, onlyIfTexted } from '#web/unsent.ts'
import type { ToastAction } from '../message/Toast.tsx'
import { PhoneLink } from './PhoneLink.tsx'
import { whyUnreached } from './unreached.ts'

/** How a patient hears of a change by the clinic, and a phone number, which can be empty. */
type Contact = { reach: Reach; phone: string }

interface TellPatientProps {
  contact: Contact
  /** When the appointment begins after the change, in ISO 8601; undefined if that is not chosen yet. */
  startsAt?: string | undefined
  /** Whether the new time may have begun already, of which nobody is told. */
  mayHaveBegun?: boolean
  /** Whether the patient is at the desk or on the phone. */
  isHere?: boolean
}

/** Says before a change how the patient hears of it, or whom staff have to call. */
export function TellPatient({
  contact: { reach, phone },
  startsAt,
  mayHaveBegun = false,
  isHere = false,
}: TellPatientProps) {
  if (reach.by === 'call' && isHere)
    return nobodyIsTold(reach.because) ?? `${whyUnreached[reach.because]}: no message follows, so tell the patient now.`
  if (reach.by === 'call') return <Unreached because={reach.because} phone={phone} />
  if (hasBegun(startsAt)) return begunNotice
  const unless = mayHaveBegun ? ', unless the new time has begun' : ''
  return reach.by === 'email'
    ? ifEmailed(`The patient gets an email about it${unless}.`)
    : ifTexted(`The patient gets a text message about it${unless}.`)
}

/** Says why no message reaches a patient, and whom to call. */
function Unreached({ because, phone }: { because: UnreachedReason; phone: string }) {
  return (
    uncallable(because, phone) ?? (
      <>
        {whyUnreached[because]}: call <PhoneLink phone={phone} /> to tell the patient.
      </>
    )
  )
}

/** Says that nobody can be told; undefined if somebody can. */
function nobodyIsTold(because: UnreachedReason): string | undefined {
  const isBeyond = because === 'died' || because === 'erased' || because === 'invented'
  return isBeyond ? `${whyUnreached[because]}: nobody is told.` : undefined
}

/** Says what takes the place of a call; undefined if the patient can be called. */
function uncallable(because: UnreachedReason, phone: string): string | undefined {
  const nobody = nobodyIsTold(because)
  if (nobody || phone) return nobody
  return `${whyUnreached[because]} and no phone number: tell the patient in person.`
}

/** Tells whether an appointment has begun; false while its time is not known. The server sends no message about one
 *  that has. */
function hasBegun(startsAt: string | undefined): boolean {
  return startsAt !== undefined && Date.parse(startsAt) <= serverNow().getTime()
}

/** Says that nobody is told of a change of an appointment that has begun. */
const begunNotice = 'It has begun, so the patient gets no message.'

/** What a toast about a change adds. */
export type ToTell = { text: string; action?: ToastAction }

/** Returns how the patient heard of a change, or whom staff have to call, as a toast says it. The appointment begins at
 *  `startsAt` now, in ISO 8601. */
export function toTell({ reach, phone }: Contact, startsAt?: string): ToTell {
  if (reach.by !== 'call') {
    if (hasBegun(startsAt)) return { text: `. ${begunNotice}` }
    const said =
      reach.by === 'email' ? onlyIfEmailed(`An email goes to ${reach.to}`) : onlyIfTexted(`A text goes to ${reach.to}`)
    return { text: said && `. ${said}` }
  }
  const { because } = reach
  const instead = uncallable(because, phone)
  if (instead) return { text: `. ${instead}` }
  const call = { label: `Call ${phone}`, onPress: () => window.location.assign(phoneLink(phone)) }
  return { text: `. ${whyUnreached[because]}: call ${phone} to tell the patient.`, action: call }
}
