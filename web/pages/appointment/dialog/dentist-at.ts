import type { AvailableDoctor } from '#contract/treatment.ts'

/** Who can treat a patient at a time. `any`: nobody can be named. `only`: nobody else is free that day. `several`: the patient may choose one
 *  of `free`; `missed` is the name of the one they want, if only other times suit. */
export type Dentist =
  | { kind: 'any' | 'unassigned' }
  | { kind: 'only'; doctor: AvailableDoctor }
  | { kind: 'several'; free: AvailableDoctor[]; chosen: AvailableDoctor | undefined; missed: string | undefined }

/** Returns who can treat a patient at `slot`, of the `doctors` that are free that day. `wanted` is the id of the one whom the patient chose. */
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
