import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type MessageKind, messageKinds } from '#contract/message.ts'
import { type ConsentEnder, consentEnders, type TextState, textStates } from '#contract/text-message.ts'
import { booking } from './booking.ts'
import { instant, isOneOf } from './columns.ts'
import { patient } from './patient.ts'

/** A patient's agreement to text messages, kept as its proof: to which number (E.164), to which sentence, by whom (the
 *  email of the patient's account or of the member of staff whom they told). One that has not ended counts. */
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
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<ConsentEnder>(),
  },
  (table) => [
    uniqueIndex('text_consent_once').on(table.patientId).where(sql`${table.endedAt} is null`),
    index('text_consent_of_patient').on(table.patientId),
    index('text_consent_of_phone').on(table.phone).where(sql`${table.endedAt} is null`),
    check('text_consent_phone', sql`${table.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
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
