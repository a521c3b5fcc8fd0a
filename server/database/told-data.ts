import { isStaff, notPersonal } from './personal-data-of-clinic.ts'

const isOfAppointment = 'kept, not exported: the export has the appointment' as const
const isOfEmail = 'kept, not exported: the export has each email' as const

/** Each column of the tables of what patients are told, for `personalData`. */
export const toldData = {
  appointmentNotice: {
    bookingId: 'kept: the clinic’s books need it',
    ...{ kind: isOfEmail, sequence: notPersonal, startsAt: isOfEmail, createdAt: isOfEmail, doneAt: isOfEmail },
    ...{ message: isOfEmail, hoursBefore: notPersonal },
  },
  patientCall: {
    id: notPersonal,
    bookingId: 'kept: the clinic’s books need it',
    ...{ kind: isOfAppointment, fromDate: isOfAppointment, fromSlot: isOfAppointment, message: isOfAppointment },
    ...{ createdAt: isOfAppointment, calledAt: isOfAppointment, calledBy: isStaff },
  },
} as const
