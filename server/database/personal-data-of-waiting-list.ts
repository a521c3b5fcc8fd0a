const notPersonal = 'not personal' as const
const erased = 'erased' as const
const isNamed = 'erased, not exported: the export has the names' as const
const isInWords = 'erased, not exported: the export has the hours in words' as const

/** Each column of the waiting list's tables, for `personalData`. */
export const waitingData = {
  waitingEntry: {
    ...{ id: notPersonal, patientId: erased, treatmentId: isNamed, doctorId: isNamed, bookingId: erased },
    ...{ weekdays: erased, fromMinutes: isInWords, untilMinutes: isInWords, lastDay: erased },
    joinedBy: 'erased, not exported: the export has the email of the account',
    addedBy: 'erased, not exported: it is the clinic’s own record, of staff',
    ...{ createdAt: erased, endedAt: erased, endReason: erased },
  },
  waitingOffer: {
    ...{ id: notPersonal, entryId: notPersonal, patientId: erased, treatmentId: isNamed, doctorId: isNamed },
    ...{ date: erased, slot: erased, startsAt: isNamed, sentAt: erased, state: erased },
    expiresAt: 'erased, not exported: it follows from the time',
    stateAt: 'erased, not exported: the export has the state',
    bookingId: 'erased, not exported: the export has the appointment',
  },
  freedTime: {
    ...{ id: notPersonal, date: notPersonal, fromAt: notPersonal, untilAt: notPersonal, doctorId: notPersonal },
    ...{ treatmentId: notPersonal, freesChair: notPersonal, createdAt: notPersonal },
  },
  waitingState: { only: notPersonal, run: notPersonal, rulesVersion: notPersonal, rules: notPersonal },
} as const
