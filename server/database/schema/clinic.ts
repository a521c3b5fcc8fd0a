import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Review, type ServiceCard, type SetupStep, setupSteps } from '#contract/clinic.ts'
import { instant, isOneOf } from './columns.ts'
import { photo } from './doctor.ts'

/** The clinic, in one row. `timeZone` is the IANA zone of all days and slots; a trigger keeps it while there are
 *  appointments ahead, unless these change with it. Another keeps `currency` while there are payments. An empty `name`
 *  is that of a clinic of an earlier release, which the next start fills in from the settings. The foreign key
 *  `photo_of_clinic` prevents the deletion of the logo. */
export const clinic = pgTable(
  'clinic',
  {
    only: boolean('only').primaryKey().default(true),
    name: text('name').notNull(),
    address: text('address').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    country: text('country').notNull(),
    language: text('language').notNull(),
    currency: text('currency').notNull(),
    timeZone: text('time_zone').notNull(),
    services: jsonb('services').$type<ServiceCard[]>().notNull(),
    reviews: jsonb('reviews').$type<Review[]>().notNull(),
    imprint: text('imprint').notNull().default(''),
    /** The number under which the clinic pays taxes, for receipts. */
    taxId: text('tax_id').notNull().default(''),
    /** Other countries whose numbers get text messages, and the most that are sent on a day. */
    textCountries: jsonb('text_countries').$type<string[]>().notNull().default([]),
    maxTextsPerDay: integer('max_texts_per_day').notNull().default(500),
    logo: text('logo'),
    /** The age from which a patient decides who sees their appointments, in years. */
    adultAge: integer('adult_age').notNull().default(18),
    /** The next step of the set-up; null once it is finished. */
    setupStep: text('setup_step').$type<SetupStep>(),
    /** Increases with each change by an admin, who names the one that they saw. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('clinic_once', sql`${table.only}`),
    check('clinic_name_length', sql`length(${table.name}) <= 100`),
    check('clinic_address_length', sql`length(${table.address}) <= 200`),
    check('clinic_phone_length', sql`length(${table.phone}) <= 40`),
    check('clinic_country_code', sql`${table.country} ~ '^[A-Z]{2}$'`),
    check('clinic_currency_code', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('clinic_setup_step_known', isOneOf(table.setupStep, setupSteps)),
    check('clinic_tax_id_length', sql`length(${table.taxId}) <= 40`),
    check('clinic_adult_age', sql`${table.adultAge} between 12 and 21`),
    check('clinic_max_texts', sql`${table.maxTextsPerDay} between 0 and 100000`),
    check('clinic_imprint_length', sql`length(${table.imprint}) <= 4000`),
    foreignKey({ name: 'photo_of_clinic', columns: [table.logo], foreignColumns: [photo.url] }),
  ],
)

/** A link that makes the first admin. Its token is stored as a hash, and every link is deleted once one was used. */
export const setupLink = pgTable('setup_link', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})
