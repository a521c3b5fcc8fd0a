import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import {
  maxReviews,
  type Review,
  type ServiceCard,
  type SetupStep,
  setupSteps,
  singlePictures,
} from '#contract/clinic.ts'
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
    coordinates: text('coordinates').notNull().default(''),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    country: text('country').notNull(),
    language: text('language').notNull(),
    currency: text('currency').notNull(),
    timeZone: text('time_zone').notNull(),
    services: jsonb('services').$type<Omit<ServiceCard, 'picture'>[]>().notNull(),
    reviews: jsonb('reviews').$type<Omit<Review, 'picture'>[]>().notNull(),
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
    check('clinic_coordinates_length', sql`length(${table.coordinates}) <= 40`),
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

/** Where a picture of the clinic stands: the single ones, those of the service cards and those of the reviews. */
export const picturePlaces = [
  ...singlePictures,
  ...[0, 1, 2].map((at) => `service${at}` as const),
  ...Array.from({ length: maxReviews }, (_, at) => `review${at}` as const),
]
export type PicturePlace = (typeof picturePlaces)[number]

/** The pictures that the clinic shows on public pages. Portraits of reviews need no `alt`, because the name is beside
 *  them. The foreign key `photo_of_place` prevents the deletion of a picture in use. */
export const clinicPicture = pgTable(
  'clinic_picture',
  {
    place: text('place').$type<PicturePlace>().primaryKey(),
    url: text('url').notNull(),
    alt: text('alt').notNull(),
  },
  (table) => [
    check('clinic_picture_place_known', isOneOf(table.place, picturePlaces)),
    check(
      'clinic_picture_alt',
      sql`length(${table.alt}) <= 200 AND (${table.alt} <> '' OR ${table.place} LIKE 'review%')`,
    ),
    foreignKey({ name: 'photo_of_place', columns: [table.url], foreignColumns: [photo.url] }),
  ],
)

/** A link that makes the first admin. Its token is stored as a hash, and every link is deleted once one was used. */
export const setupLink = pgTable('setup_link', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})
