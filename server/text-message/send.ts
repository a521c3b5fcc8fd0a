import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuid } from 'uuid'
import { findAnyBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { codesOf, type Queue, secondsUntilNext } from '#server/jobs/queue.ts'
import { readPhone } from '#server/patient/phone-number.ts'
import { hasDied } from '#server/patient/store.ts'
import { findProof, isStopped } from '#server/patient/text-consent-store.ts'
import { canGetTexts, isTextable, type TextCountries } from '#server/patient/text-number.ts'
import { admitText } from './limit-store.ts'
import type { TextProvider, TextReport } from './provider.ts'
import {
  endText,
  findWaitingText,
  insertText,
  noteReport,
  noteTaken,
  noteTry,
  type OfNotice,
  type TextRow,
} from './store.ts'

/** The queue of text messages to send. A job contains the id of its row in `text_message`, which is also the job's. */
export const texts: Queue<{ text: string }> = { name: 'text-message' }

export type TextDeps = {
  db: Db
  log: FastifyBaseLogger
  clock: () => Date
  texts: TextProvider
  clinic: () => Promise<TextCountries>
  /** The notices, which tell patients in another way whom a text message does not reach. */
  notices: { reopen: (tx: Db, notice: OfNotice) => Promise<void>; soon: () => void }
}

// A message that is late says little, and the patient still has time to be reached in another way.
const maxAttempts = 6

/** Enqueues a text message, in the transaction `tx`. */
export async function addText(
  tx: Db,
  jobs: Jobs,
  message: OfNotice & { patientId: string; phone: string; body: string; startsAt: Date },
): Promise<void> {
  const id = uuid()
  await insertText(tx, { ...message, id })
  await jobs.enqueue(tx, texts, { text: id }, { id })
}

/** Sends text messages on this instance. */
export async function startTextJobs(jobs: Jobs, deps: TextDeps): Promise<void> {
  await jobs.work(texts, ({ text }, { attempts }) => sendText(deps, text, attempts))
}

/** Sends a text message unless it is done or no longer right. The provider gets it once: before a second try it is
 *  asked whether it has it. A patient whose number takes none, or whom the provider does not reach, hears in another
 *  way. */
export async function sendText(
  deps: TextDeps,
  id: string,
  attempts: number,
): Promise<{ retryInSeconds: number } | undefined> {
  const { db, log, clock } = deps
  const text = await findWaitingText(db, id)
  if (!text) return undefined
  const isDue =
    isStillRight(text, await findAnyBooking(db, text.bookingId), clock()) && !(await hasDied(db, text.patientId))
  // One that was tried may be with the provider, whose word on it is still wanted.
  if (!isDue && !text.triedAt) {
    await endText(db, id, 'outdated')
    return undefined
  }
  const kept = text.triedAt ? undefined : await admit(deps, text)
  if (kept) {
    await giveUp(deps, text, 'refused', kept)
    return undefined
  }
  try {
    const said = await hand(deps, text, isDue)
    if (said === 'outdated') await endText(db, id, 'outdated')
    else if ('refused' in said) await giveUp(deps, text, 'refused', said.refused)
    else await take(deps, text, said)
    return undefined
  } catch (error) {
    log.warn({ text: id, kind: text.kind, attempts, ...codesOf(error) }, 'a text message was not sent yet')
    if (attempts < maxAttempts) return { retryInSeconds: secondsUntilNext(attempts) }
    await giveUp(deps, text, 'failed', 'no-answer')
    return undefined
  }
}

/** Notes that a text message is handed to the provider now, unless its number gets none or a limit is reached. Returns
 *  why. */
async function admit({ db, clinic }: TextDeps, { id, patientId, phone }: TextRow): Promise<string | undefined> {
  if (await isStopped(db, phone)) return 'stopped'
  const where = await clinic()
  const parsed = readPhone(phone, where.country)?.parsed
  // An agreement from before there was a list of countries goes on.
  const isEarlier = (await findProof(db, patientId, phone)) === 'earlier'
  if (!parsed || !(isEarlier ? canGetTexts(parsed) : isTextable(parsed, where))) return 'number-type'
  return db.transaction(async (tx) => {
    const limit = await admitText(tx, phone)
    if (!limit) await noteTry(tx, id)
    return limit
  })
}

/** Tells whether the appointment is still at the time that the message says, in the future, and cancelled only if the
 *  message says so. */
function isStillRight({ kind, startsAt }: TextRow, booking: BookingRow | undefined, now: Date): boolean {
  if (!booking || booking.startsAt <= now || booking.startsAt.getTime() !== startsAt.getTime()) return false
  return (booking.status === 'cancelled') === (kind === 'cancelled')
}

async function hand({ texts: provider }: TextDeps, text: TextRow, isDue: boolean) {
  const { id, phone: to, body, triedAt } = text
  const before = triedAt && (await provider.find({ to, body, since: triedAt }))
  if (before) return before
  if (!isDue) return 'outdated' as const
  return provider.send({ id, to, body })
}

async function take(deps: TextDeps, text: TextRow, report: TextReport) {
  await deps.db.transaction(async (tx) => {
    await noteTaken(tx, text.id, report)
    if (report.state === 'failed') await deps.notices.reopen(tx, text)
  })
  if (report.state === 'failed') deps.notices.soon()
}

async function giveUp(deps: TextDeps, text: TextRow, state: 'refused' | 'failed', error: string) {
  await deps.db.transaction(async (tx) => {
    await endText(tx, text.id, state, error)
    await deps.notices.reopen(tx, text)
  })
  deps.notices.soon()
}

/** Notes what the provider reports of a text message, once, whatever it repeats. */
export async function receiveReport(deps: TextDeps, providerId: string): Promise<void> {
  const report = await deps.texts.read(providerId)
  const failed = await deps.db.transaction(async (tx) => {
    const changed = await noteReport(tx, report)
    if (changed?.state === 'failed') await deps.notices.reopen(tx, changed)
    return changed?.state === 'failed'
  })
  if (failed) deps.notices.soon()
}
