import type { MailDetails, MailKind } from '#server/database/schema/mail.ts'
import type { Sender } from '#server/mail/message/message.ts'

const site = 'https://clinic.example'
/** The length of a real token. */
const token = `${'x'.repeat(43)}.${'y'.repeat(150)}`
const link = (page: string) => `${site}/${page}#${token}`

/** When the samples are written. */
export const writtenAt = new Date('2026-11-02T15:00:00Z')

export const sender: Sender = {
  publicUrl: site,
  mailFrom: 'desk@clinic.example',
  clinic: {
    ...{ name: 'Lumen Dental', address: '48 Harbour Street, New York, NY 10004', phone: '+1 212 555 0142' },
    ...{ timeZone: 'America/New_York', language: 'en-US', country: 'US', currency: 'USD', logo: null },
  },
}

const what = { treatment: 'Teeth Cleaning', doctor: 'Dr. Ida Holm' }
const time = { date: 'Nov 21, 2026', slot: '08.00 AM - 08.30 AM' }
const instants = { startsAt: '2026-11-21T13:00:00.000Z', endsAt: '2026-11-21T13:30:00.000Z' }
const appointment = {
  ...{ id: '0197a0c2-0000-7000-8000-000000000001', sequence: 0, ...what, ...time, ...instants },
  ...{ price: 59_00, owed: 59_00, payLink: link('your-appointment/pay'), cancelUntil: '2026-11-20T13:00:00.000Z' },
}
const payment = { ...what, ...time, price: 59_00, transactionId: 'pi_3QdX2eKZ1vB7', receipt: '2026-00042' }
const shared = { link: link('shared-patient'), sharedBy: 'ann@example.org', sharedName: 'Mia Berg' }
const recallTime = (day: `${number}`, minutes: string) => ({
  ...{ date: `2026-11-${day}` as const, slot: '08.00 AM - 08.30 AM', doctor: what.doctor },
  link: `${link('recall')}&2026-11-${day}T${minutes}`,
})

/** What each kind of email says, as in the sample clinic. */
export const samples: Record<MailKind, MailDetails> = {
  'verify-email': { link: link('verify-email') },
  'password-reset': { link: link('reset-password') },
  'password-changed': {},
  receipt: { link: `${site}/dashboard`, payment: { ...payment, changes: 'changeable' } },
  'appointment-booked': { link: link('your-appointment'), appointment },
  'appointment-moved': { link: link('your-appointment'), appointment },
  'appointment-cancelled': {
    link: `${site}/appointment`,
    appointment: { ...appointment, refund: 59_00, refundAtDesk: 24_00, payLink: undefined },
  },
  'appointment-reminder': { link: link('your-appointment'), appointment: { ...appointment, owed: 0 } },
  'appointment-choose': {
    link: link('your-appointment'),
    appointment: { ...appointment, message: 'Dr. Holm is ill.' },
  },
  refunded: { link: `${site}/dashboard`, payment, refunded: 35_00 },
  'claim-account': { link: link('claim-account') },
  'staff-invitation': { link: link('invitation') },
  'second-factor-changed': {},
  'account-erased': {},
  'share-patient': shared,
  'hand-over-patient': shared,
  'new-email': { link: link('new-email') },
  'email-change-asked': {},
  'email-changed': {},
  'absence-decided': { absence: { firstDay: 'Nov 21, 2026', lastDay: 'Nov 24, 2026', reason: 'Nobody else is here.' } },
  'price-changed': { link: link('your-appointment'), appointment },
  recall: {
    link: link('recall'),
    recall: {
      ...{ treatments: ['Teeth Cleaning', 'Cavity Protection'], lastVisitOn: '2026-05-01', price: 59_00 },
      times: [recallTime('05', '0800'), recallTime('06', '0930'), recallTime('09', '0800')],
      ...{ stopLink: link('recall').replace('#', '#stop.'), unsubscribe: `${site}/unsubscribe/${token}` },
    },
  },
  'waiting-offer': {
    link: link('earlier-time'),
    offer: {
      ...{ id: '0197a0c2-0000-7000-8000-000000000002', ...what, ...time, ...instants, price: 59_00 },
      ...{ movesFrom: '2026-12-01T14:00:00.000Z', leaveLink: link('earlier-time').replace('#', '#leave.') },
    },
  },
}

export const mailKinds = Object.keys(samples) as MailKind[]

/** The same with the longest texts that a clinic's data permit. */
export function longest(kind: MailKind): { details: MailDetails; sender: Sender } {
  const wide = (length: number) => 'Zähne & <Söhne> '.repeat(length).slice(0, length)
  const names = { treatment: wide(100), doctor: wide(100), patientName: wide(100) }
  const { appointment, payment, offer, recall, absence, ...rest } = samples[kind]
  return {
    details: {
      ...rest,
      ...(appointment && { appointment: { ...appointment, ...names, message: wide(500) } }),
      ...(payment && { payment: { ...payment, ...names, transactionId: `pi_${'x'.repeat(200)}` } }),
      ...(offer && { offer: { ...offer, ...names } }),
      ...(absence && { absence: { ...absence, reason: wide(200) } }),
      ...(recall && {
        recall: {
          ...{ ...recall, patientName: wide(100), treatments: [1, 2, 3, 4].map(() => wide(100)) },
          times: recall.times.map((each) => ({ ...each, doctor: wide(100) })),
        },
      }),
    },
    sender: {
      ...sender,
      clinic: { ...sender.clinic, name: wide(100), address: wide(200), logo: `/image/${crypto.randomUUID()}` },
      words: new Map([[kind, { subject: wide(100), text: wide(1_000) }]]),
    },
  }
}
