import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type StaffRole, staffRole, treatingRoles } from '#contract/access/roles.ts'
import { instant, isOneOf } from './columns.ts'
import { doctor } from './doctor.ts'
import { user } from './user.ts'

/** The roles of accounts at the clinic, also those that have ended: a change of role ends a row and adds one. Whoever
 *  treats patients has a doctor, whose appointments are their own. `invitedBy`: the admin who gave the role; null if
 *  the operator did, or if that account is gone. Triggers copy the role of a live row to `user.role`, and refuse any
 *  other role there. */
export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role').$type<StaffRole>().notNull(),
    doctorId: uuid('doctor_id').references(() => doctor.id, { onDelete: 'set null' }),
    invitedBy: text('invited_by').references(() => user.id, { onDelete: 'set null' }),
    invitedAt: instant('invited_at').notNull().defaultNow(),
    startedAt: instant('started_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('staff_live_once').on(table.userId).where(sql`${table.endedAt} is null`),
    index('staff_of_user').on(table.userId),
    index('staff_of_doctor').on(table.doctorId),
    index('staff_by_inviter').on(table.invitedBy),
    check('staff_role_known', isOneOf(table.role, staffRole.options)),
    check(
      'staff_dentist_has_doctor',
      sql`case when ${isOneOf(table.role, treatingRoles)} then ${table.doctorId} is not null or ${table.endedAt} is not null else ${table.doctorId} is null end`,
    ),
  ],
)

/** Invitations to the staff. `tokenHash` is that of the newest link, null until its email is sent. An address has one
 *  invitation that is neither accepted nor withdrawn. */
export const staffInvitation = pgTable(
  'staff_invitation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    role: text('role').$type<StaffRole>().notNull(),
    doctorId: uuid('doctor_id').references(() => doctor.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').unique('staff_invitation_token_once'),
    invitedBy: text('invited_by').references(() => user.id, { onDelete: 'set null' }),
    invitedAt: instant('invited_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    uniqueIndex('staff_invitation_open_once')
      .on(table.email)
      .where(sql`${table.acceptedAt} is null and ${table.withdrawnAt} is null`),
    index('staff_invitation_of_doctor').on(table.doctorId),
    index('staff_invitation_by_inviter').on(table.invitedBy),
    index('staff_invitation_by_expiry').on(table.expiresAt),
    check('staff_invitation_email_lower', sql`${table.email} = lower(${table.email})`),
    check('staff_invitation_role_known', isOneOf(table.role, staffRole.options)),
    check(
      'staff_invitation_dentist_has_doctor',
      sql`(${isOneOf(table.role, treatingRoles)}) = (${table.doctorId} is not null)`,
    ),
  ],
)
