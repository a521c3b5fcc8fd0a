import type { Calendar } from '#contract/calendar/calendar.ts'
import type { Week } from '#contract/calendar/hours.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Rules, Week as WeekRules } from '#server/calendar/rules/rules.ts'
import type { listEditable } from './store.ts'

/** Returns the rules as admins edit them. `needAttention` is the number of appointments that do not fit them;
 *  `toPublicUrl` converts the stored URL of a picture. */
export function editableRules(
  { version, policy, week, days, doctors }: Rules,
  editable: Editable,
  { needAttention, toPublicUrl }: { needAttention: number; toPublicUrl: (stored: string) => string },
): Calendar {
  const { gridMinutes, fillGaps, noticeMinutes, horizonDays, maxUpcoming, freeCancelHours, graceMinutes, ...others } =
    policy
  const detailsOf = new Map(editable.doctors.map((doctor) => [doctor.id, doctor]))
  const suitedFor = Map.groupBy(editable.chairTreatments, ({ chairId }) => chairId)
  const absencesOf = Map.groupBy(editable.absences, ({ doctorId }) => doctorId)
  return {
    version,
    policy: {
      ...{ gridMinutes, fillGaps, noticeMinutes, horizonDays, maxUpcoming, freeCancelHours, graceMinutes },
      ...{ reminderHours: others.reminderHours, moreReminderHours: others.moreReminderHours },
      ...{ deskRefundDollars: others.deskRefundDollars, noShowFeeDollars: others.noShowFeeDollars },
      onlineBooking: others.onlineBooking,
    },
    week: toWeek(week),
    days: editable.days.map(({ date, note }) => ({
      date: formatMediumDate(date),
      note,
      periods: [...(days.get(date)?.periods ?? [])],
    })),
    treatments: editable.treatments.map(toTreatment),
    doctors: doctors.map((doctor) => ({
      _id: doctor.id,
      name: doctor.name,
      email: detailsOf.get(doctor.id)?.email ?? '',
      specialty: detailsOf.get(doctor.id)?.specialty ?? '',
      languages: doctor.languages,
      sentence: doctor.sentence,
      img: toPublicUrl(doctor.img),
      treatmentIds: [...doctor.treatmentIds],
      week: doctor.week ? toWeek(doctor.week) : null,
      ...(doctor.weekB && { weekB: toWeek(doctor.weekB) }),
      ...(doctor.lastDay !== null && { lastDay: formatMediumDate(doctor.lastDay) }),
      absences: (absencesOf.get(doctor.id) ?? []).map(({ id, firstDay, lastDay, note }) => ({
        _id: id,
        firstDay: formatMediumDate(firstDay),
        lastDay: formatMediumDate(lastDay),
        note,
      })),
    })),
    chairs: editable.chairs.map(({ id, name, retiredAt }) => ({
      ...{ _id: id, name, retired: retiredAt !== null },
      treatmentIds: (suitedFor.get(id) ?? []).map(({ treatmentId }) => treatmentId),
    })),
    blocks: editable.blocks.map(toBlock),
    needAttention,
  }
}

type Editable = Awaited<ReturnType<typeof listEditable>>

function toTreatment(row: Editable['treatments'][number]): Calendar['treatments'][number] {
  const { id, name, priceCents, durationMinutes, bufferMinutes, retiredAt, category, description } = row
  return {
    ...{ _id: id, name, price: toDollars(priceCents), durationMinutes, bufferMinutes, category, description },
    reasons: row.reasons,
    retired: retiredAt !== null,
    recallMonths: row.recallMonths,
    ...{ online: row.online, color: row.color },
  }
}

function toBlock({
  id,
  doctorId,
  chairId,
  firstDay,
  lastDay,
  fromMinutes,
  untilMinutes,
  ...block
}: Editable['blocks'][number]) {
  return {
    _id: id,
    ...(doctorId !== null && { doctorId }),
    ...(chairId !== null && { chairId }),
    firstDay: formatMediumDate(firstDay),
    ...(lastDay !== null && { lastDay: formatMediumDate(lastDay) }),
    ...{ from: fromMinutes, until: untilMinutes, ...block },
  }
}

function toWeek(week: WeekRules): Week {
  return [...week].sort(([a], [b]) => a - b).map(([weekday, periods]) => ({ weekday, periods: [...periods] }))
}
