import { z } from 'zod/mini'
import { staffRole, treatsPatients } from './access/roles.ts'
import { email } from './kit/text/email.ts'
import { passwordReset, signUp } from './user.ts'

const doctorId = z.optional(z.uuid('Not a doctor’s id'))

type Place = { role: z.infer<typeof staffRole>; doctorId?: string | undefined }
const hasDoctor = ({ role, doctorId }: Place) => !treatsPatients(role) || doctorId !== undefined
const needsDoctor = { error: 'Choose whose appointments these are', path: ['doctorId'] }

/** Body of `PATCH /staff/{id}`: the role, and for those who treat patients their entry in the list of doctors. */
export const roleRequest = z.object({ role: staffRole, doctorId }).check(z.refine<Place>(hasDoctor, needsDoctor))
export type RoleRequest = z.infer<typeof roleRequest>

/** Body of `POST /staff/invitations`. */
export const invitationRequest = z
  .object({ email, role: staffRole, doctorId })
  .check(z.refine<Place>(hasDoctor, needsDoctor))
export type InvitationRequest = z.infer<typeof invitationRequest>

/** A member of the staff. `_id` is that of the role, so another one after each change. `since` is an ISO 8601 instant.
 *  `invitedBy`: the email of the admin who gave the role. `secondFactor`: whether the account has one. */
const member = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: staffRole,
  doctorId: z.optional(z.uuid()),
  doctor: z.optional(z.string()),
  since: z.iso.datetime(),
  invitedBy: z.optional(z.string()),
  secondFactor: z.boolean(),
})
export type Member = z.infer<typeof member>

/** An invitation that nobody has accepted. `sent`: its email is on its way. `expired`: it can only be sent again. */
const invitation = z.object({
  _id: z.uuid(),
  email: z.string(),
  role: staffRole,
  doctor: z.optional(z.string()),
  invitedBy: z.optional(z.string()),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  sent: z.boolean(),
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

/** Response of `GET /staff`: who works here now, and the open invitations.
 *  `doctors`: those to whom an account of a dentist or hygienist can belong. */
export const staffList = z.object({
  members: z.array(member),
  invitations: z.array(invitation),
  doctors: z.array(z.object({ _id: z.uuid(), name: z.string() })),
})
export type StaffList = z.infer<typeof staffList>

/** Response of `POST /staff/invitations`. */
export const invited = z.object({ insertedId: z.uuid() })

const token = passwordReset.shape.token

/** Body of the calls about a link to an invitation. */
export const invitationLink = z.object({ token })

/** Response of `POST /staff-invitation`: what an invitation offers. `hasAccount`: its address has one, whose owner
 *  logs in and accepts. */
export const offer = z.object({
  email: z.string(),
  role: staffRole,
  doctor: z.optional(z.string()),
  invitedBy: z.optional(z.string()),
  expiresAt: z.iso.datetime(),
  hasAccount: z.boolean(),
})
export type Offer = z.infer<typeof offer>

/** Body of `POST /staff-invitation/account`: accepts an invitation with a new account. */
export const newStaffAccount = z.object({ token, name: signUp.shape.name, password: signUp.shape.password })
export type NewStaffAccount = z.infer<typeof newStaffAccount>

/** Response of the calls that accept. */
export const accepted = z.object({ email: z.string(), role: staffRole })
