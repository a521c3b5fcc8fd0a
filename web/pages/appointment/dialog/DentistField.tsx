import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import UsersRound from 'lucide-react/icons/users-round'
import { type ReactNode, useId } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { smallPhotoPath } from '#contract/photo.ts'
import type { AvailableDoctor } from '#contract/treatment.ts'
import { doctorsOn } from '#web/api/treatments.ts'
import { DoctorPhoto } from '#web/ui/DoctorPhoto.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'

const maxFaces = 3

interface DentistFieldProps {
  /** Undefined while it is unknown. */
  dentist: Dentist | undefined
  /** Called with an id, or undefined for any dentist. */
  onChoose: (doctor: string | undefined) => void
}

/** Says who will treat the patient, or lets them choose. As high in each state until the patient opens the choice, so
 *  that a late response moves nothing. */
export function DentistField({ dentist, onChoose }: DentistFieldProps) {
  const label = useId()
  const missed = dentist?.kind === 'several' ? dentist.missed : undefined
  return (
    <div>
      <p id={label} className="mb-1 font-medium">
        Dentist
      </p>
      {dentist?.kind === 'several' ? (
        <Choice label={label} {...dentist} onChoose={onChoose} />
      ) : (
        <Fact>{dentist ? factOf(dentist) : <Loading />}</Fact>
      )}
      <p role="status" className="text-quiet text-sm">
        {missed && <span className="block pt-1">{missed} isn’t free at this time, so any dentist may treat you.</span>}
      </p>
    </div>
  )
}

function factOf(dentist: Exclude<Dentist, { kind: 'several' }>): ReactNode {
  if (dentist.kind === 'only') {
    return (
      <>
        <Face doctor={dentist.doctor} />
        <span className="wrap-anywhere min-w-0 leading-tight">with {dentist.doctor.name}</span>
      </>
    )
  }
  return dentist.kind === 'any' ? <AnyDentist /> : 'Our team will choose your dentist.'
}

function Fact({ children }: { children: ReactNode }) {
  return <div className="flex min-h-11 items-center gap-3">{children}</div>
}

function Loading() {
  return (
    <>
      <span className="sr-only">Loading the dentists</span>
      <span className="w-1/2">
        <Bar width="w-full" />
      </span>
    </>
  )
}

interface ChoiceProps {
  /** Id of the label. */
  label: string
  free: AvailableDoctor[]
  chosen: AvailableDoctor | undefined
  onChoose: (doctor: string | undefined) => void
}

/** The present choice; opened, all of them. */
function Choice({ label, free, chosen, onChoose }: ChoiceProps) {
  const value = useId()
  const name = useId()
  return (
    <details className="group rounded-field inset-ring inset-ring-edge">
      <summary
        aria-labelledby={`${label} ${value}`}
        className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-field px-3 [&::-webkit-details-marker]:hidden"
      >
        <span id={value} className="mr-auto flex min-w-0 items-center gap-3">
          {chosen ? <NamedDentist doctor={chosen} /> : <AnyDentist />}
        </span>
        {!chosen && <Faces doctors={free} />}
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="shrink-0 text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      <div role="radiogroup" aria-labelledby={label} className="mx-1 grid border-base-300 border-t py-1">
        <Option name={name} isChosen={!chosen} onChoose={() => onChoose(undefined)}>
          <AnyDentist />
        </Option>
        {free.map((doctor) => (
          <Option key={doctor._id} name={name} isChosen={doctor === chosen} onChoose={() => onChoose(doctor._id)}>
            <NamedDentist doctor={doctor} />
          </Option>
        ))}
      </div>
    </details>
  )
}

interface OptionProps {
  /** Name of the group. */
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Option({ name, isChosen, onChoose, children }: OptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 py-1 hover:bg-base-200 has-checked:bg-base-200">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-accent"
      />
      {children}
    </label>
  )
}

function AnyDentist() {
  return (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-base-300" aria-hidden="true">
        <UsersRound size={18} />
      </span>
      <span>Any dentist</span>
    </>
  )
}

function NamedDentist({ doctor }: { doctor: AvailableDoctor }) {
  return (
    <>
      <Face doctor={doctor} />
      <span className="wrap-anywhere min-w-0 leading-tight">{doctor.name}</span>
    </>
  )
}

/** The first dentists' photos, for a glance at who there is to choose. */
function Faces({ doctors }: { doctors: AvailableDoctor[] }) {
  return (
    <span className="flex gap-1 group-open:hidden max-[22rem]:hidden" aria-hidden="true">
      {doctors.slice(0, maxFaces).map((doctor) => (
        <Face key={doctor._id} doctor={doctor} />
      ))}
    </span>
  )
}

/** The page's policy permits pictures of this server only; initials stand in for others (docs/decisions/0023). */
function Face({ doctor: { name, img } }: { doctor: AvailableDoctor }) {
  return <DoctorPhoto name={name} src={smallPhotoPath(img)} size="small" />
}

/** Who can treat a patient at a time. `any`: nobody can be named. `only`: nobody else is free that day. `several`: the
 *  patient may choose one of `free`; `missed` is the name of the one they want, if only other times suit. */
type Dentist =
  | { kind: 'any' | 'unassigned' }
  | { kind: 'only'; doctor: AvailableDoctor }
  | { kind: 'several'; free: AvailableDoctor[]; chosen: AvailableDoctor | undefined; missed: string | undefined }

/** Returns who can treat a patient at `slot`, of the `doctors` that are free that day. `wanted` is the id of the one
 *  whom the patient chose. */
export function dentistAt(doctors: AvailableDoctor[], slot: string, wanted: string | undefined): Dentist {
  if (doctors.length === 0) return { kind: 'unassigned' }
  const free = doctors.filter(({ slots }) => slots.includes(slot))
  const [only] = free
  // The time may have been taken since it was listed; the server's response says so.
  if (!only) return { kind: 'any' }
  if (doctors.length === 1) return { kind: 'only', doctor: only }
  const chosen = free.find(({ _id }) => _id === wanted)
  const missed = chosen ? undefined : doctors.find(({ _id }) => _id === wanted)?.name
  return { kind: 'several', free, chosen, missed }
}

/** Returns the id of the only dentist to book: the one whom the patient chose, or whom the dialog names. */
export function toDoctorId(dentist: Dentist | undefined): string | undefined {
  if (dentist?.kind === 'only') return dentist.doctor._id
  return dentist?.kind === 'several' ? dentist.chosen?._id : undefined
}

interface DentistQuery {
  day: IsoDate
  treatmentId: string
  slot: string
  /** Id of the dentist whom the patient chose. */
  wanted: string | undefined
}

/** Who can treat the patient; undefined while the request is under way. If it fails, any dentist. */
export function useDentist({ day, treatmentId, slot, wanted }: DentistQuery): Dentist | undefined {
  const { data: doctors, isError } = useQuery(doctorsOn(day, treatmentId))
  if (doctors) return dentistAt(doctors, slot, wanted)
  return isError ? { kind: 'any' } : undefined
}
