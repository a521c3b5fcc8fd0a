import { treatsPatients } from '#contract/access/roles.ts'

/** `other` is another patient; `expired` and `tampered` send the first patient's credentials, expired or altered;
 *  `factorless` is an admin without the second factor that the server requires. */
export const callers = ['visitor', 'patient', 'other', 'admin', 'expired', 'tampered', 'factorless'] as const
export type Caller = (typeof callers)[number]
type Statuses = [
  visitor: number,
  patient: number,
  other: number,
  admin: number,
  expired: number,
  tampered: number,
  factorless: number,
]

/** Who sends a request of the table. */
export type Sender = Caller | (typeof furtherStaff)[number]

/** The records that the requests refer to. `newBooking` returns a request body for a free slot. */
export type TestData = {
  patient: string
  newcomer: string
  bookingId: string
  price: number | undefined
  newBooking: (caller: Sender) => object
}
type Request = { url: string; payload?: object }

/** A route, the credential to send, the request of `patient`, and the status for each caller. */
export type AccessRow = [
  route: string,
  credential: 'token' | 'cookie',
  request: (data: TestData, caller: Sender) => Request,
  statuses: Statuses,
]

/** The staff beside admins. The access table has no column for them. */
export const furtherStaff = ['receptionist', 'dentist', 'hygienist', 'accountant'] as const

// What receptionists may do for everybody, as admins may.
const forDesk = ['GET /booking', 'GET /booking/:id', 'GET /booking/:id/calendar.ics']
// What everybody at the office may do for everybody.
const forOffice = ['GET /booking/:id/receipt']

/** Returns the status for one of the further staff, who have the permissions of a patient in most of the table. */
export function statusForStaff(
  who: (typeof furtherStaff)[number],
  route: string,
  [, , other, admin]: Statuses,
): number {
  if (!treatsPatients(who) && forOffice.includes(route)) return admin
  return who === 'receptionist' && forDesk.includes(route) ? admin : other
}
