import { roles } from '#contract/access/roles.ts'
import type { ReceivedAuditEntry } from '#contract/audit.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { ReceivedDoctor } from '#contract/received-doctor.ts'
import type { ReceivedUser } from '#contract/user.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

const unpaid: Booking = {
  _id: id(1),
  treatmentId: id(2),
  treatment: 'Teeth Orthodontics',
  date: 'Nov 21, 2026',
  slot: '08.00 AM - 08.30 AM',
  price: 99,
  patient: 'ada@example.com',
  patientName: 'Ada Lindqvist',
  phone: '555 0142',
  paid: false,
}

export const bookings: Booking[] = [
  unpaid,
  { ...unpaid, _id: id(3), paid: true, transactionId: 'pi_3DwFFjBYLQKdhSFP9SqYkTOAf' },
]

export const doctors: ReceivedDoctor[] = [
  { name: 'Dr. Amara Okafor', email: 'okafor@example.com', specialty: 'Teeth Cleaning', img: '/none.webp' },
  { name: 'Dr. Jonas Weber', email: 'weber@example.com', specialty: '', img: '/none.webp' },
]

export const users: ReceivedUser[] = [
  { name: 'Demo Admin', email: 'admin@example.com', role: roles.admin, verified: true },
  {
    name: 'Bartholomew-Maximilian Featherstonehaugh',
    email: 'bartholomew@example.com',
    role: roles.patient,
    verified: false,
  },
]

export const entries: ReceivedAuditEntry[] = [
  {
    _id: 1,
    actor: 'admin@example.com',
    action: 'promote-user',
    target: 'ada@example.com',
    at: '2026-11-21T13:00:00.000Z',
    ip: '203.0.113.7',
  },
]
