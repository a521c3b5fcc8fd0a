import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type MessageKind, messageKinds } from '#contract/message.ts'
import {
  type ConsentEnder,
  type ConsentProof,
  consentEnders,
  consentProofs,
  type TextState,
  textStates,
} from '#contract/text-message.ts'
import { booking } from './booking.ts'
import { instant, isOneOf } from './columns.ts'
import { patient } from './patient.ts'
import { user } from './user.ts'

const e164 = (column: AnyPgColumn) => sql`${column} ~ '^\\+[1-9][0-9]{6,14}$'`

/** A patient's agreement to text messages, kept as its proof: to which number (E.164), to which sentence, by whom (the
 *  email of the patient's account or of the member of staff whom they told). `provedBy`: how it is known that the
 *  number is theirs. One that has not ended counts. */
export const textConsent = pgTable(
  'text_consent',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    wording: text('wording').notNull(),
    givenBy: text('given_by').notNull(),
    givenAt: instant('given_at').notNull().defaultNow(),
    // The default is for instances of the previous release, which don't ask for a proof.
    provedBy: text('proved_by').$type<ConsentProof>().notNull().default('earlier'),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<ConsentEnder>(),
  },
  (table) => [
    uniqueIndex('text_consent_once').on(table.patientId).where(sql`${table.endedAt} is null`),
    index('text_consent_of_patient').on(table.patientId),
    index('text_consent_of_phone').on(table.phone).where(sql`${table.endedAt} is null`),
    check('text_consent_phone', e164(table.phone)),
    check('text_consent_proof_known', isOneOf(table.provedBy, consentProofs)),
    check('text_consent_ended', sql`(${table.endedAt} is null) = (${table.endedBy} is null)`),
    check('text_consent_ender_known', isOneOf(table.endedBy, consentEnders)),
  ],
)

/** A text message about an appointment, one for each notice. Its job has the same id. `triedAt`: when it was first
 *  handed to the provider, who may have it since. `providerId`: the provider's id of it. `segments` and `priceMicros`
 *  (millionths of `currency`) are what it costs, as far as the provider has said. `error`: the provider's code. A done
 *  one has no `body`, which contains a link that opens the appointment. */
export const textMessage = pgTable(
  'text_message',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id, { onDelete: 'cascade' }),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<MessageKind>().notNull(),
    sequence: integer('sequence').notNull(),
    hoursBefore: integer('hours_before').notNull(),
    phone: text('phone').notNull(),
    body: text('body').notNull(),
    startsAt: instant('starts_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    state: text('state').$type<TextState>().notNull().default('waiting'),
    triedAt: instant('tried_at'),
    doneAt: instant('done_at'),
    providerId: text('provider_id').unique('text_message_of_provider'),
    segments: integer('segments'),
    priceMicros: integer('price_micros'),
    currency: text('currency'),
    error: text('error'),
  },
  (table) => [
    index('text_message_of_patient').on(table.patientId, table.createdAt),
    uniqueIndex('text_message_of_notice').on(table.bookingId, table.kind, table.sequence, table.hoursBefore),
    index('text_message_by_creation').on(table.createdAt),
    check('text_message_kind_known', isOneOf(table.kind, messageKinds)),
    check('text_message_state_known', isOneOf(table.state, textStates)),
  ],
)

/** A code that an account got by text message, to prove that a number (E.164) is theirs. `codeHash` is keyed with the
 *  server's secret. `usedAt`: when it was entered, from when the number is proved for this account. */
export const phoneCode = pgTable(
  'phone_code',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    tries: integer('tries').notNull().default(0),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('phone_code_of_user').on(table.userId, table.createdAt),
    index('phone_code_unused').on(table.createdAt).where(sql`${table.usedAt} is null`),
    check('phone_code_phone', e164(table.phone)),
  ],
)

/** A number (E.164) whose holder answered STOP. Nothing but an answer from it starts text messages to it again. */
export const textStop = pgTable(
  'text_stop',
  { phone: text('phone').primaryKey(), stoppedAt: instant('stopped_at').notNull().defaultNow() },
  (table) => [check('text_stop_phone', e164(table.phone))],
)

/** A text message that the provider was given, for the limits per number and day. A daily job deletes it. */
export const textSent = pgTable(
  'text_sent',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    phone: text('phone').notNull(),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [index('text_sent_to').on(table.phone, table.sentAt), index('text_sent_by_time').on(table.sentAt)],
)
