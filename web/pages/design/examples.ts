import type { AuditEntry } from '#contract/audit.ts'
import type { Booking } from '#contract/booking.ts'
import type { Doctor } from '#contract/doctor.ts'
import type { ListedUser } from '#contract/user.ts'

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

export const doctors: Doctor[] = [
  { _id: id(4), name: 'Dr. Amara Okafor', email: 'okafor@example.com', specialty: 'Teeth Cleaning', img: '/none.webp' },
  { _id: id(5), name: 'Dr. Jonas Weber', email: 'weber@example.com', specialty: '', img: '/none.webp' },
]

export const users: ListedUser[] = [
  { name: 'Demo Admin', email: 'admin@example.com', role: 'admin', verified: true },
  {
    name: 'Bartholomew-Maximilian Featherstonehaugh',
    email: 'bartholomew@example.com',
    role: 'patient',
    verified: false,
  },
]

export const entries: AuditEntry[] = [
  {
    _id: 1,
    who: 'admin@example.com',
    what: 'promote-user',
    whom: 'ada@example.com',
    at: '2026-11-21T13:00:00.000Z',
    from: '203.0.113.7',
  },
]
