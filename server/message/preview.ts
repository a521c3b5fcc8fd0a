import type { MessageKind, MessageText } from '#contract/message.ts'
import type { LinkTokens } from '#server/appointment/link-token.ts'
import { emailOf } from '#server/appointment/notice.ts'
import { findNextBooked } from '#server/appointment/notice-store.ts'
import type { Db } from '#server/database/db.ts'
import type { MailAppointment } from '#server/database/schema/mail.ts'
import { type Message, type Sender, writeMessage } from '#server/mail/message/message.ts'

type Deps = { db: Db; clock: () => Date; publicUrl: string; linkTokens: LinkTokens; sender: () => Promise<Sender> }

/** Returns the instant a week after `now`. */
export const inAWeek = (now: Date) => new Date(now.getTime() + 7 * 86_400_000)

/** Writes an email with these words about the next appointment, or about an invented one if there is none. Its links
 *  lead nowhere: whoever reads it is not the patient. */
export async function writePreview(
  { db, clock, publicUrl, linkTokens, sender }: Deps,
  kind: MessageKind,
  words: MessageText,
): Promise<Message> {
  const from = await sender()
  const mailKind = `appointment-${kind}` as const
  const found = await findNextBooked(db, clock())
  const { appointment } = found
    ? emailOf({ publicUrl, linkTokens }, { ...found, notice: { kind, message: '' } }, noChanges)
    : invented(inAWeek(clock()))
  const { payLink: _, ...shown } = appointment ?? {}
  const details = { link: publicUrl, appointment: shown as MailAppointment }
  return writeMessage(mailKind, details, { ...from, words: new Map([[mailKind, words]]) }, clock())
}

const noChanges = { cancelUntil: undefined, byHand: { left: 0, refunding: 0, cancelled: 0 } }

/** Returns an appointment that nobody has. */
export function invented(startsAt: Date): { appointment: MailAppointment } {
  return {
    appointment: {
      ...{ id: '', sequence: 0, treatment: 'Teeth Cleaning', doctor: 'Dr. Example', date: '', slot: '' },
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 1_800_000).toISOString(),
    },
  }
}
