import { z } from 'zod/mini'
import { booking, bookingMade, bookingRefused, bookingRequest } from '../booking/booking.ts'
import { calls } from '../kit/call.ts'
import { pageQuery } from '../kit/list.ts'
import { bookingParams } from './params.ts'

/** Query of `GET /booking`. A client that does not encode the query sends `a b@x` for `a+b@x`. An invalid email is
 *  refused with 403 like another patient's. With `cancelled`, cancelled appointments are listed too. */
const bookingQuery = z.extend(pageQuery, {
  patient: z.pipe(
    z.string({ error: 'An email address is needed' }),
    z.transform((text: string) => text.replaceAll(' ', '+').toLowerCase()),
  ),
  cancelled: z._default(z.stringbool({ error: 'true or false' }), false),
})

/** The calls that book and read appointments. */
export const bookingCalls = calls('booking', {
  book: {
    summary: 'Book an appointment',
    method: 'POST',
    path: '/booking',
    access: 'token-or-cookie',
    body: bookingRequest,
    answers: { 201: bookingMade, 409: bookingRefused },
    problems: [404, 409],
    ifUncertain: 'We don’t know whether this was booked. Look at My Appointments before you try again.',
  },
  listBookings: {
    summary: 'The appointments of all patients of an account',
    method: 'GET',
    path: '/booking',
    access: 'token',
    query: bookingQuery,
    answers: { 200: z.array(booking) },
    problems: [403],
  },
  getBooking: {
    summary: 'One appointment, also a cancelled one',
    method: 'GET',
    path: '/booking/:id',
    access: 'token',
    params: bookingParams,
    answers: { 200: booking },
    problems: [404],
  },
})
