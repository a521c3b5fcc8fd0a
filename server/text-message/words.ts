import type { Locale } from '#contract/kit/locale.ts'
import { clinicMinutes, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import type { MessageKind } from '#contract/message.ts'

/** What a text message is about. `link` opens the appointment without signing in. */
export type TextContent = { kind: MessageKind; startsAt: Date; link: string }

type TextClinic = Locale & { name: string; timeZone: string }

const sentences: Record<MessageKind, (when: string) => string> = {
  booked: (when) => `your appointment is booked for ${when}. Move or cancel:`,
  moved: (when) => `your appointment has changed. It is now ${when}. Move or cancel:`,
  cancelled: (when) => `your appointment on ${when} is cancelled. Book another time:`,
  reminder: (when) => `see you on ${when}. Move or cancel:`,
  choose: (when) => `we’re sorry, we can’t see you on ${when}. Please choose another time:`,
}

/** Writes a text message about an appointment. It names no treatment, because others may see it on a locked screen. */
export function textOf({ kind, startsAt, link }: TextContent, clinic: TextClinic): string {
  const day = formatDayOfWeek(clinicToday(startsAt, clinic.timeZone), clinic, 'short')
  const time = formatTime(clinicMinutes(startsAt, clinic.timeZone), clinic)
  return `${clinic.name}: ${sentences[kind](`${day}, ${time}`)} ${link} Reply STOP to end texts.`.replaceAll('’', "'")
}
