import { isStaff, notPersonal } from './personal-data-of-clinic.ts'

const isOfAppointment = 'kept, not exported: the export has the appointment' as const
const isProof = 'erased, not exported: the account shows what the patient has chosen' as const
const isText = 'erased, not exported: the export has the appointment that it is about' as const
const isOfCode = 'erased, not exported: it proves the number that the account shows' as const
const isStopped = 'kept, not exported: it keeps text messages from a number, whoever has it' as const
const endsByItself = 'kept, not exported: it counts messages and is deleted within two days' as const
const isOfEmail = 'kept, not exported: the export has each email' as const

/** Each column of the tables of what patients are told, for `personalData`. */
export const toldData = {
  appointmentNotice: {
    bookingId: 'kept: the clinic’s books need it',
    ...{ kind: isOfEmail, sequence: notPersonal, startsAt: isOfEmail, createdAt: isOfEmail, doneAt: isOfEmail },
    ...{ message: isOfEmail, hoursBefore: notPersonal },
  },
  textConsent: {
    ...{ id: notPersonal, patientId: isProof, phone: isProof, wording: isProof, givenBy: isProof },
    ...{ givenAt: isProof, provedBy: isProof, endedAt: isProof, endedBy: isProof },
  },
  textMessage: {
    ...{ id: notPersonal, bookingId: isText, patientId: isText, kind: isText, sequence: isText, hoursBefore: isText },
    ...{ phone: isText, body: isText, startsAt: isText, createdAt: isText, state: isText, triedAt: isText },
    ...{ doneAt: isText, providerId: isText, segments: isText, priceMicros: isText, currency: isText, error: isText },
  },
  phoneCode: {
    ...{ id: notPersonal, userId: isOfCode, phone: isOfCode, codeHash: isOfCode, createdAt: isOfCode },
    ...{ tries: isOfCode, usedAt: isOfCode },
  },
  textStop: { phone: isStopped, stoppedAt: isStopped },
  textSent: { id: notPersonal, phone: endsByItself, sentAt: endsByItself },
  patientCall: {
    id: notPersonal,
    bookingId: 'kept: the clinic’s books need it',
    ...{ kind: isOfAppointment, fromDate: isOfAppointment, fromSlot: isOfAppointment, message: isOfAppointment },
    ...{ createdAt: isOfAppointment, calledAt: isOfAppointment, calledBy: isStaff },
  },
} as const
