import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { calendarDay, instant } from './columns.ts'
import { doctor } from './doctor.ts'
import { treatment } from './treatment.ts'

// Times of day are minutes after midnight on the clinic's wall clock; 1440 is midnight at the end of the day. Weekdays
// are 1 (Monday) to 7 (ISO 8601). Exclusion constraints in the migrations keep the periods of a day apart. Triggers
// there increase `clinic_policy.version` on each change of these tables, `clinic`, `treatment` and `doctor`.

/** The clinic's weekly opening hours. A gap between two rows of a weekday is a break. */
export const clinicHours = pgTable(
  'clinic_hours',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    weekday: integer('weekday').notNull(),
    opens: integer('opens').notNull(),
    closes: integer('closes').notNull(),
  },
  ({ weekday, opens, closes }) => [
    check('clinic_hours_weekday', sql`${weekday} between 1 and 7`),
    check('clinic_hours_of_a_day', sql`0 <= ${opens} and ${opens} < ${closes} and ${closes} <= 1440`),
  ],
)

/** A day with other opening hours than its weekday. Without rows in `clinic_day_hours` the clinic is closed. Patients
 *  see the note. */
export const clinicDay = pgTable(
  'clinic_day',
  { date: calendarDay('date').primaryKey(), note: text('note').notNull().default('') },
  ({ note }) => [check('clinic_day_note_length', sql`length(${note}) <= 100`)],
)

/** The opening hours of a `clinic_day`. */
export const clinicDayHours = pgTable(
  'clinic_day_hours',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    date: calendarDay('date')
      .notNull()
      .references(() => clinicDay.date, { onDelete: 'cascade' }),
    opens: integer('opens').notNull(),
    closes: integer('closes').notNull(),
  },
  ({ opens, closes }) => [
    check('clinic_day_hours_of_a_day', sql`0 <= ${opens} and ${opens} < ${closes} and ${closes} <= 1440`),
  ],
)

/** The clinic's numbers, in one row. Appointments begin every `gridMinutes` from the start of a period. With
 *  `fillGaps` they also begin where a dentist becomes free, or end where they become busy, and patients are offered
 *  the times that leave the fewest minutes in which nothing fits. Patients book at least `noticeMinutes` and at most
 *  `horizonDays` ahead, and have at most `maxUpcoming` upcoming appointments. They cancel free of charge until
 *  `freeCancelHours` before an appointment, and for `graceMinutes` after they booked it; they are reminded
 *  `reminderHours` before it, and again at each of `moreReminderHours`. Receptionists give back up to
 *  `deskRefundDollars` of an appointment. Whoever does not come owes `noShowFeeDollars`, unless staff say otherwise.
 *  Without `onlineBooking` only staff book and move appointments. */
export const clinicPolicy = pgTable(
  'clinic_policy',
  {
    only: boolean('only').primaryKey().default(true),
    gridMinutes: integer('grid_minutes').notNull().default(30),
    fillGaps: boolean('fill_gaps').notNull().default(true),
    noticeMinutes: integer('notice_minutes').notNull().default(0),
    horizonDays: integer('horizon_days').notNull().default(365),
    maxUpcoming: integer('max_upcoming').notNull().default(20),
    freeCancelHours: integer('free_cancel_hours').notNull().default(24),
    graceMinutes: integer('grace_minutes').notNull().default(30),
    reminderHours: integer('reminder_hours').notNull().default(24),
    moreReminderHours: integer('more_reminder_hours').array().notNull().default([]),
    deskRefundDollars: integer('desk_refund_dollars').notNull().default(0),
    noShowFeeDollars: integer('no_show_fee_dollars').notNull().default(0),
    onlineBooking: boolean('online_booking').notNull().default(true),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('clinic_policy_once', sql`${table.only}`),
    check('clinic_policy_grid', sql`${table.gridMinutes} between 5 and 240`),
    check('clinic_policy_notice', sql`${table.noticeMinutes} between 0 and 20160`),
    check('clinic_policy_horizon', sql`${table.horizonDays} between 1 and 3650`),
    check('clinic_policy_upcoming', sql`${table.maxUpcoming} between 1 and 1000`),
    check('clinic_policy_free_cancel', sql`${table.freeCancelHours} between 0 and 720`),
    check('clinic_policy_grace', sql`${table.graceMinutes} between 0 and 1440`),
    check('clinic_policy_reminder', sql`${table.reminderHours} between 1 and 336`),
    check(
      'clinic_policy_more_reminders',
      sql`cardinality(${table.moreReminderHours}) <= 3 and 1 <= all(${table.moreReminderHours}) and 336 >= all(${table.moreReminderHours})`,
    ),
    check('clinic_policy_no_show_fee', sql`${table.noShowFeeDollars} between 0 and 100000`),
    check('clinic_policy_desk_refund', sql`${table.deskRefundDollars} between 0 and 100000`),
  ],
)

/** The treatments that a doctor performs. Triggers keep the doctor's specialty among them. */
export const doctorTreatment = pgTable(
  'doctor_treatment',
  {
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctor.id, { onDelete: 'cascade' }),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
  },
  ({ doctorId, treatmentId }) => [primaryKey({ name: 'doctor_treatment_once', columns: [doctorId, treatmentId] })],
)

/** A doctor's weekly hours. `week`: 0 for every week, or 1 and 2 for weeks A and B, which take turns. A doctor without
 *  rows works whenever the clinic is open. */
export const doctorHours = pgTable(
  'doctor_hours',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctor.id, { onDelete: 'cascade' }),
    weekday: integer('weekday').notNull(),
    starts: integer('starts').notNull(),
    ends: integer('ends').notNull(),
    week: smallint('week').notNull().default(0),
  },
  ({ weekday, starts, ends, week }) => [
    check('doctor_hours_weekday', sql`${weekday} between 1 and 7`),
    check('doctor_hours_week', sql`${week} between 0 and 2`),
    check('doctor_hours_of_a_day', sql`0 <= ${starts} and ${starts} < ${ends} and ${ends} <= 1440`),
  ],
)

/** Days on which a doctor is absent, both included. Only staff see the note. */
export const doctorAbsence = pgTable(
  'doctor_absence',
  {
    id: uuid('id').primaryKey(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctor.id, { onDelete: 'cascade' }),
    firstDay: calendarDay('first_day').notNull(),
    lastDay: calendarDay('last_day').notNull(),
    note: text('note').notNull().default(''),
  },
  ({ doctorId, firstDay, lastDay, note }) => [
    index('doctor_absence_of_doctor').on(doctorId),
    check('doctor_absence_in_order', sql`${firstDay} <= ${lastDay}`),
    check('doctor_absence_note_length', sql`length(${note}) <= 200`),
  ],
)

/** A chair for patients. If there is no chair in use, chairs don't limit bookings. */
export const chair = pgTable(
  'chair',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    retiredAt: instant('retired_at'),
  },
  ({ name, retiredAt }) => [
    uniqueIndex('chair_name_once').on(sql`lower(${name})`).where(sql`${retiredAt} is null`),
    check('chair_name_length', sql`length(${name}) between 1 and 50`),
  ],
)

/** The treatments for which a chair is suited. A chair without rows is suited for all. */
export const chairTreatment = pgTable(
  'chair_treatment',
  {
    chairId: uuid('chair_id')
      .notNull()
      .references(() => chair.id, { onDelete: 'cascade' }),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
  },
  ({ chairId, treatmentId }) => [primaryKey({ name: 'chair_treatment_once', columns: [chairId, treatmentId] })],
)

/** A time that is kept free of appointments: of a doctor, of a chair, or of everyone with neither. Without weekdays it
 *  is one stretch, from `from` on the first day until `until` on the last; with them it is that part of each of these
 *  days from the first to the last. Without a last day it repeats without end. Only staff see the reason. */
export const block = pgTable(
  'block',
  {
    id: uuid('id').primaryKey(),
    doctorId: uuid('doctor_id').references(() => doctor.id, { onDelete: 'cascade' }),
    chairId: uuid('chair_id').references(() => chair.id, { onDelete: 'cascade' }),
    firstDay: calendarDay('first_day').notNull(),
    lastDay: calendarDay('last_day'),
    fromMinutes: integer('from_minutes').notNull(),
    untilMinutes: integer('until_minutes').notNull(),
    weekdays: integer('weekdays').array().notNull().default([]),
    reason: text('reason').notNull(),
  },
  (table) => {
    const isOneDay = sql`${table.lastDay} = ${table.firstDay}`
    return [
      index('block_of_doctor').on(table.doctorId),
      index('block_of_chair').on(table.chairId),
      check('block_of_one', sql`${table.doctorId} is null or ${table.chairId} is null`),
      check('block_in_order', sql`${table.firstDay} <= ${table.lastDay}`),
      check(
        'block_weekdays',
        sql`${table.weekdays} <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(${table.weekdays}) <= 7`,
      ),
      check('block_end', sql`${table.lastDay} is not null or cardinality(${table.weekdays}) > 0`),
      check(
        'block_hours',
        sql`${table.fromMinutes} between 0 and 1439 and ${table.untilMinutes} between 1 and 1440
          and (${table.fromMinutes} < ${table.untilMinutes} or not (${isOneDay} or cardinality(${table.weekdays}) > 0))`,
      ),
      check('block_reason_length', sql`length(${table.reason}) between 1 and 100`),
    ]
  },
)
