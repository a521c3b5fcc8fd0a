import { expect, it } from 'vitest'
import type { Booking } from '#contract/booking/booking.ts'
import { moneyLines } from './CancelledMoney.tsx'

const cancelled: Booking = {
  _id: '00000000-0000-4000-8000-000000000001',
  treatmentId: '00000000-0000-4000-8000-000000000002',
  treatment: 'Teeth Cleaning',
  date: 'Nov 30, 2026',
  slot: '08.00 AM - 08.30 AM',
  price: 59,
  patient: 'ada@example.com',
  patientName: 'Ada',
  phone: '',
  cancelledAt: '2026-11-24T15:00:00.000Z',
}
const paid = { ...cancelled, paid: true, received: 59 }
const refundedAt = '2026-11-25T15:00:00.000Z'
const byDesk = { state: 'cancelled' as const, refund: 59, refundAtDesk: 35 }

it.each<[string, Partial<Booking>, string[]]>([
  ['not paid', cancelled, ['Not paid, nothing to pay']],
  ['refunded to the card', { ...paid, refunded: 59, refundedAt }, ['$59 refunded to your card on Nov 25, 2026']],
  ['on its way', { ...paid, refunding: 59 }, ['$59 on its way to your card']],
  ['to be handed out', { ...paid, refunding: 59, refundingAtDesk: 59 }, ['$59 to get back at our desk']],
  [
    'to the card and by the desk',
    { ...paid, refunded: 24, refundedAt, refunding: 35, refundingAtDesk: 35, changes: byDesk },
    ['$24 refunded on Nov 25, 2026', '$35 to get back at our desk'],
  ],
  ['paid in part', { ...cancelled, received: 35, refunding: 35 }, ['$35 on its way to your card']],
  ['kept by the clinic', paid, ['$59 not refunded']],
  [
    'refunded in part',
    { ...paid, refunded: 20, refundedAt },
    ['$20 refunded to your card on Nov 25, 2026', '$39 not refunded'],
  ],
])('says of an appointment that is %s', (_what, booking, lines) => {
  expect(moneyLines({ ...cancelled, ...booking })).toEqual(lines)
})
