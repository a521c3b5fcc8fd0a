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

/** The records that the requests refer to. `newBooking` returns a request body for a free slot. */
export type TestData = {
  patient: string
  newcomer: string
  bookingId: string
  price: number | undefined
  newBooking: (caller: Caller) => object
}
type Request = { url: string; payload?: object }

/** A route, the credential to send, the request of `patient`, and the status for each caller. */
export type AccessRow = [
  route: string,
  credential: 'token' | 'cookie',
  request: (data: TestData, caller: Caller) => Request,
  statuses: Statuses,
]
