import { useQuery } from '@tanstack/react-query'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { DeskAppointment } from '#contract/desk/day.ts'
import type { PatientFacts } from '#contract/desk/patient-facts.ts'
import { addDays, addMonthsTo, type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import { factsOf } from '#web/api/desk/appointments.ts'
import { firstFreeOf } from '#web/api/desk/new-appointment.ts'
import { serverNow } from '#web/server-clock.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { isPerformedBy } from './fields.ts'
import type { KeptAppointment } from './kept-appointment.ts'

/** Returns the fields of the next appointment after another one: of the same patient, treatment and dentist, at the
 *  first free time from the day on which it is due. Without a free time the day is that one. */
export function useNextAppointment(admin: string, calendar: Calendar | undefined, after: DeskAppointment | undefined) {
  const today = useClinicToday()
  const facts = useQuery({ ...factsOf(admin, after?._id ?? ''), enabled: after !== undefined })
  const plan = after && calendar && planOf(after, calendar, today)
  const search = { treatment: '', doctor: '', part: undefined, from: today, ...plan }
  const free = useQuery({ ...firstFreeOf(admin, search), enabled: plan !== undefined && plan.treatment !== '' })
  const isPending = after !== undefined && (!plan || facts.isPending || (plan.treatment !== '' && free.isPending))
  if (!after || !plan || isPending) return { isPending, fields: undefined }
  const [first] = free.data ?? []
  const fields: KeptAppointment = {
    email: admin,
    patient: toFound(after, facts.data),
    typed: {
      ...{ patient: after.patientId ?? '', name: '', phone: after.phone, email: '', birthDate: '', alerts: '' },
      ...{ treatmentId: plan.treatment, doctor: plan.doctor, note: '' },
      ...{ date: (first && parseMediumDate(first.date)) ?? plan.from, slot: first?.slot ?? '' },
      ...{ outside: false, start: '', reason: '' },
    },
  }
  return { isPending, fields }
}

/** Returns what the next appointment can have of the one before: the treatment, unless it is retired, the dentist, as
 *  long as they perform it, and the first day. */
function planOf(after: DeskAppointment, { treatments, doctors }: Calendar, today: IsoDate) {
  const treatment = treatments.find(({ _id, retired }) => _id === after.treatmentId && !retired)
  const doctor = doctors.find((each) => each._id === after.doctorId && isPerformedBy(after.treatmentId, each))
  const visit = parseMediumDate(after.date) ?? today
  const last = visit > today ? visit : today
  const months = treatment?.recallMonths
  return {
    ...{ treatment: treatment?._id ?? '', doctor: (treatment && doctor?._id) ?? '' },
    from: months ? addMonthsTo(last, months) : addDays(last, 1),
  }
}

/** Returns the patient of an appointment as the search finds them. */
function toFound(after: DeskAppointment, facts: PatientFacts | undefined): PatientFound {
  const { patientId = '', patientName, patient, phone } = after
  const { next: other, means, birthDate } = facts ?? {}
  const next = [...(isAhead(after) ? [after] : []), ...(other ? [other] : [])].toSorted(byDay)[0]
  return {
    ...{ _id: patientId, name: patientName, phone },
    ...(birthDate !== undefined && { birthDate }),
    ...(patient !== '' && { email: patient }),
    ...(patient !== '' && means?.emailConfirmed !== undefined && { emailConfirmed: means.emailConfirmed }),
    ...(next && { next: { date: next.date, slot: next.slot, treatment: next.treatment } }),
  }
}

const isAhead = ({ status, startsAt }: DeskAppointment) => status === 'booked' && new Date(startsAt) > serverNow()

type Dated = { date: string; slot: string; treatment: string }
const byDay = (one: Dated, other: Dated) =>
  (parseMediumDate(one.date) ?? '').localeCompare(parseMediumDate(other.date) ?? '')
