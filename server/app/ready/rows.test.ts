import { expect, it } from 'vitest'
import type { OutsideService } from '#contract/outside-service.ts'
import { toWeek } from '#server/calendar/rules/rules.ts'
import { clinicData, policy } from '#server/testing/calendar/clinic.ts'
import type { Facts } from './facts.ts'
import { readyRows } from './rows.ts'

const now = new Date('2026-03-10T14:00:00Z')
const treatment = {
  ...{ id: 't1', name: 'Check-up', priceCents: 35_00, durationMinutes: 30, bufferMinutes: 0 },
  ...{ category: '', description: '', reasons: [], online: true },
}
const dentist = {
  ...{ id: 'd1', name: 'Dr. Bell', img: '', specialty: 'Check-up', languages: '', sentence: '' },
  ...{ treatmentIds: new Set(['t1']), week: undefined, weekB: undefined, absences: [], lastDay: null },
}
const service = (kind: OutsideService['kind'], more: Partial<OutsideService> = {}): OutsideService => ({
  ...{ kind, state: 'used', settings: [], ...more },
})
const anna = { name: 'Anna', role: 'admin', secondFactor: true } as const
const whole: Facts = {
  clinic: {
    ...clinicData,
    name: 'Praxis Berg',
    address: 'Road 1',
    phone: '030 1',
    email: 'a@b.example',
    imprint: 'Berg',
    pictures: { hero: { url: '/image/1', alt: 'Room', width: 720 }, team: null, map: null },
  },
  rules: {
    week: toWeek([{ weekday: 1, from: 480, until: 720 }]),
    ...{ treatments: [treatment], doctors: [dentist], chairs: ['c1'] },
    ...{ chairTreatments: new Map(), policy },
  },
  ...{
    samples: [],
    zoneWarnings: [],
    hasPatients: true,
    invitations: 0,
    demo: false,
    publicUrl: 'https://berg.example',
  },
  services: [service('mail'), service('texts'), service('cards')],
  ...{ mailTriedAt: now, lastBackup: new Date('2026-03-09T20:00:00Z'), now },
  members: [anna, { ...anna, name: 'Ben' }, { ...anna, name: 'Cleo', role: 'receptionist' }],
  address: { level: 'ok', text: 'https://berg.example, behind a proxy that TRUST_PROXY names' },
}
const rowOf = (title: string, facts: Partial<Facts>) =>
  readyRows({ ...whole, ...facts }).find((row) => row.title === title)
const rules = (more: Partial<Facts['rules']>) => ({ rules: { ...whole.rules, ...more } })

it('misses nothing of a clinic that is ready', () => {
  const rows = readyRows(whole)
  expect(rows.filter(({ isDone }) => !isDone)).toEqual([])
  expect(rows.map(({ sentence }) => sentence)).toEqual([
    'Praxis Berg, Road 1, 030 1.',
    'Nothing of the sample clinic is left.',
    'The clinic is open on 1 day a week.',
    'One dentist performs treatments.',
    'The treatment has a dentist.',
    'Every treatment has a price.',
    'The mail server took a test email on Mar 10, 2026.',
    'Every admin signs in with a second factor.',
    'Patients reach https://berg.example, behind a proxy that TRUST_PROXY names.',
    'It is off.',
    'The last backup is of Mar 9, 2026.',
    'The site has an imprint.',
    'The home page shows your own picture.',
    `All times are those of ${clinicData.timeZone}.`,
    'Patients who want text messages get them.',
    'Patients can pay by card, in Stripe’s live mode.',
    'Anna and Ben are admins.',
    '1 colleague works here.',
    'One chair limits how many patients come at once.',
    'The clinic knows patients.',
    'Patients see free times, book and move their appointments.',
  ])
})

it.each<[title: string, facts: Partial<Facts>, sentence: string, more?: string[]]>([
  [
    'Name, address and phone',
    { clinic: { ...whole.clinic, address: '', phone: '' } },
    'Patients can’t see the clinic’s address and phone number yet.',
  ],
  [
    'Your own texts',
    { samples: ['the phone is that of the sample clinic'] },
    'Patients still see parts of the sample clinic.',
    ['The phone is that of the sample clinic'],
  ],
  ['Opening hours', rules({ week: new Map() }), 'Without opening hours nobody can book.'],
  ['Dentists', rules({ doctors: [] }), 'There is no dentist, so one patient at a time can book each treatment.'],
  [
    'Dentists',
    rules({ doctors: [{ ...dentist, treatmentIds: new Set() }] }),
    'These dentists perform no treatment, so nobody can book them:',
    ['Dr. Bell'],
  ],
  ['Treatments', rules({ treatments: [] }), 'Without a treatment nobody can book.'],
  ['Treatments', rules({ doctors: [] }), 'No dentist performs these treatments:', ['Check-up']],
  ['Prices', rules({ treatments: [] }), 'There is no treatment with a price yet.'],
  ['Prices', rules({ treatments: [{ ...treatment, priceCents: 0 }] }), 'These treatments cost nothing:', ['Check-up']],
  [
    'Emails',
    { services: [service('mail', { state: 'none' })] },
    'No mail server is set, so patients get no confirmations and nobody can reset a password.',
  ],
  ['Emails', { mailTriedAt: null }, 'A mail server is set. Send yourself a test email to see that it arrives.'],
  [
    'Second factor of the admins',
    { members: [{ ...anna, secondFactor: false }] },
    'These admins sign in with a password alone. Each sets it up in My Account:',
    ['Anna'],
  ],
  [
    'Public address',
    { address: undefined },
    'Only this machine can reach https://berg.example: set PUBLIC_URL to the https address of the clinic.',
  ],
  [
    'Public address',
    { address: { level: 'warning', text: 'TRUST_PROXY is off: set it' } },
    'TRUST_PROXY is off: set it.',
  ],
  ['Demo mode', { demo: true }, 'It is on: anyone can log in as the demo admin. Set DEMO=off before patients come.'],
  ['Backups', { lastBackup: undefined }, 'There is no backup yet. Let a job run npm run backup every day.'],
  [
    'Backups',
    { lastBackup: new Date('2026-03-01T20:00:00Z') },
    'The last backup is of Mar 1, 2026: see why the daily job makes none.',
  ],
  ['Imprint', { clinic: { ...whole.clinic, imprint: '' } }, 'Many countries ask for an imprint. There is none yet.'],
  [
    'Time zone',
    { zoneWarnings: ['CLINIC_TIME_ZONE is another'] },
    `All times are those of ${clinicData.timeZone}.`,
    ['CLINIC_TIME_ZONE is another'],
  ],
  ['Text messages', { services: [] }, 'No text service is set. Patients get emails, or the desk calls them.'],
  ['Card payments', { services: [] }, 'No account at Stripe is set. Patients pay at the desk.'],
  ['Card payments', { services: [service('cards', { isTest: true })] }, 'Stripe is in test mode: no card is charged.'],
  [
    'Card payments',
    { services: [service('cards', { state: 'waits' })] },
    'The keys of Stripe are set and used from the server’s next start on.',
  ],
  ['A second admin', { members: [anna] }, 'There is one admin. A second one can help if the first is locked out.'],
  ['Staff', { members: [anna] }, 'Nobody is invited yet. The desk and dentists work with accounts of their own.'],
  ['Chairs', rules({ chairs: [] }), 'No chairs are entered: each dentist can treat a patient at any time.'],
  [
    'Chairs',
    rules({ chairTreatments: new Map([['c1', new Set(['t9'])]]) }),
    'No chair is for these treatments, so nobody can book them:',
    ['Check-up'],
  ],
  [
    'Online booking',
    rules({ policy: { ...whole.rules.policy, onlineBooking: false } }),
    'It is closed: public pages ask patients to call. Open it when the rest is ready.',
  ],
  ['Your patients', { hasPatients: false }, 'Bring the patients and appointments of your old system by an import.'],
])('says of %s what is missing', (title, facts, sentence, more = []) => {
  expect(rowOf(title, facts)).toMatchObject({ isDone: false, sentence, more })
})
