import { z } from 'zod/mini'
import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { type NewAppointmentInput, newAppointment, newPatient, overrideNote } from '#contract/desk/new-appointment.ts'
import { callable } from '#contract/kit/text/phone.ts'
import { readIsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { clinic } from '#web/clinic.ts'
import { typedToMedium } from '#web/dates.ts'
import type { useServerForm } from '#web/ui/form/use-server-form.ts'

/** The value of the field `patient` for one without an account; else it is an id, or empty. */
export const isNew = 'new'

export const typedFields = z.object({
  patient: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  birthDate: z.string(),
  alerts: z.string(),
  treatmentId: z.string(),
  doctor: z.string(),
  date: z.string(),
  slot: z.string(),
  outside: z.boolean(),
  start: z.string(),
  reason: z.string(),
  note: z.string(),
})
/** The fields of the form, as typed. `date` is YYYY-MM-DD. `start` (HH:MM) and `reason` are of an appointment outside
 *  the rules, `note` of any. */
export type TypedAppointment = z.infer<typeof typedFields>

/** Returns the schema of the form at a clinic with these dentists. */
export const typedAppointment = (doctors: readonly CalendarDoctor[]) =>
  typedFields.check(({ value, issues }) => {
    for (const [field, message] of wrongFields(value, doctors)) {
      issues.push({ code: 'custom', path: [field], message, input: value })
    }
  })

/** Returns the props of a field of the form. */
export type FormField = ReturnType<typeof useServerForm<TypedAppointment>>['field']

/** Tells whether a dentist performs a treatment. */
export const isPerformedBy = (treatmentId: string, { treatmentIds }: CalendarDoctor) =>
  treatmentIds.includes(treatmentId)

/** Tells whether a dentist must be chosen: outside the rules nobody is picked for a treatment that somebody performs.
 *  */
export const needsDentist = (
  { outside, treatmentId }: Pick<TypedAppointment, 'outside' | 'treatmentId'>,
  doctors: readonly CalendarDoctor[],
) => outside && doctors.some((doctor) => isPerformedBy(treatmentId, doctor))

function wrongFields(typed: TypedAppointment, doctors: readonly CalendarDoctor[]): [keyof TypedAppointment, string][] {
  const wrong: [keyof TypedAppointment, string][] = []
  const need = (field: keyof TypedAppointment, message: string) => typed[field] === '' && wrong.push([field, message])
  const check = (field: keyof TypedAppointment, schema: z.ZodMiniType) => {
    const message = schema.safeParse(typed[field]).error?.issues[0]?.message
    if (message !== undefined) wrong.push([field, message])
  }
  need('patient', 'Choose a patient')
  if (typed.patient === isNew) {
    check('name', newPatient.shape.name)
    if (typed.email.trim() !== '') check('email', newPatient.shape.email)
    check('birthDate', newPatient.shape.birthDate)
    check('alerts', newPatient.shape.alerts)
  }
  check('phone', typed.patient === isNew ? newPatient.shape.phone : newAppointment.shape.phone)
  if (typed.phone.trim() !== '') check('phone', z.string().check(callable(clinic.phoneRule)))
  need('treatmentId', 'Choose a treatment')
  if (needsDentist(typed, doctors)) need('doctor', 'Choose the dentist who takes it')
  if (!readIsoDate(typed.date)) wrong.push(['date', 'Choose a day'])
  if (typed.outside) {
    need('start', 'Start is Required')
    check('reason', overrideNote)
  } else need('slot', 'Choose a time')
  check('note', newAppointment.shape.note)
  return wrong
}

/** Converts typed fields to a request. `minutes` is the length of the treatment, `addAnyway`: a new patient is added
 *  although they are probably there already. */
export function toRequest(
  typed: TypedAppointment,
  minutes: number,
  addAnyway = false,
): Omit<NewAppointmentInput, 'requestId'> {
  const { patient, name, phone, treatmentId, doctor, date, slot, outside, start, reason, note } = typed
  const known = (['email', 'birthDate', 'alerts'] as const).filter((field) => typed[field].trim() !== '')
  const newcomer = {
    ...{ name, phone },
    ...Object.fromEntries(known.map((field) => [field, typed[field]])),
    ...(addAnyway && { addAnyway }),
  }
  return {
    ...(patient === isNew ? { patient: newcomer } : { patient: { id: patient }, phone }),
    treatmentId,
    date: typedToMedium(date),
    slot: outside ? slotFrom(start, minutes) : slot,
    ...(doctor !== '' && { doctor }),
    ...(note.trim() !== '' && { note }),
    ...(outside && { override: { note: reason } }),
  }
}

/** Returns the field of the form for one that the server's refusal names. `timeField` is that for the time. */
export function toTypedField(field: string, timeField: string): string {
  if (field === 'slot') return timeField
  return field === 'override.note' ? 'reason' : field.replace(/^patient\./, '')
}

/** Returns the start of a slot as HH:MM. */
export function toTimeOfDay(slot: string): string {
  const start = slotStartMinutes(slot)
  return [Math.floor(start / 60), start % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function slotFrom(start: string, minutes: number) {
  const from = Number(start.slice(0, 2)) * 60 + Number(start.slice(3, 5))
  return formatSlot(from, from + minutes)
}
