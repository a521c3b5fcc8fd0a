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
  editable: Awaited<ReturnType<typeof listEditable>>,
  { needAttention, toPublicUrl }: { needAttention: number; toPublicUrl: (stored: string) => string },
): Calendar {
  const { gridMinutes, fillGaps, noticeMinutes, horizonDays, maxUpcoming, freeCancelHours, graceMinutes, ...others } =
    policy
  const detailsOf = new Map(editable.doctors.map((doctor) => [doctor.id, doctor]))
  const absencesOf = Map.groupBy(editable.absences, ({ doctorId }) => doctorId)
  return {
    version,
    policy: {
      ...{ gridMinutes, fillGaps, noticeMinutes, horizonDays, maxUpcoming, freeCancelHours, graceMinutes },
      ...{ reminderHours: others.reminderHours, moreReminderHours: others.moreReminderHours },
      ...{ deskRefundDollars: others.deskRefundDollars, noShowFeeDollars: others.noShowFeeDollars },
    },
    week: toWeek(week),
    days: editable.days.map(({ date, note }) => ({
      date: formatMediumDate(date),
      note,
      periods: [...(days.get(date)?.periods ?? [])],
    })),
    treatments: editable.treatments.map(
      ({ id, name, priceCents, durationMinutes, bufferMinutes, retiredAt, ...more }) => ({
        _id: id,
        name,
        price: toDollars(priceCents),
        durationMinutes,
        bufferMinutes,
        category: more.category,
        description: more.description,
        reasons: more.reasons,
        retired: retiredAt !== null,
        recallMonths: more.recallMonths,
      }),
    ),
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
      ...(doctor.lastDay !== null && { lastDay: formatMediumDate(doctor.lastDay) }),
      absences: (absencesOf.get(doctor.id) ?? []).map(({ id, firstDay, lastDay, note }) => ({
        _id: id,
        firstDay: formatMediumDate(firstDay),
        lastDay: formatMediumDate(lastDay),
        note,
      })),
    })),
    chairs: editable.chairs.map(({ id, name, retiredAt }) => ({ _id: id, name, retired: retiredAt !== null })),
    blocks: editable.blocks.map(
      ({ id, doctorId, chairId, firstDay, lastDay, fromMinutes, untilMinutes, ...block }) => ({
        _id: id,
        ...(doctorId !== null && { doctorId }),
        ...(chairId !== null && { chairId }),
        firstDay: formatMediumDate(firstDay),
        ...(lastDay !== null && { lastDay: formatMediumDate(lastDay) }),
        from: fromMinutes,
        until: untilMinutes,
        ...block,
      }),
    ),
    needAttention,
  }
}

function toWeek(week: WeekRules): Week {
  return [...week].sort(([a], [b]) => a - b).map(([weekday, periods]) => ({ weekday, periods: [...periods] }))
}
