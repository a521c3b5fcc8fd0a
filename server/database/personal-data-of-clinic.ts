export const notPersonal = 'not personal' as const
export const isStaff = 'kept, not exported: it is the clinic’s own record, of staff' as const
// The account's own email is in the export.
const isErased = 'erased, not exported: it is the clinic’s own record, of whom it invited' as const
const isOfErased = 'erased, not exported: it is the clinic’s own record, of staff' as const

/** Each column of the tables about the clinic and its staff, for `personalData`. */
export const clinicData = {
  photo: {
    ...{ id: notPersonal, url: isStaff, large: isStaff, small: isStaff },
    ...{ inFolder: notPersonal, due: notPersonal, createdAt: notPersonal, use: notPersonal, width: notPersonal },
  },
  photoVersion: { photoId: notPersonal, width: notPersonal, format: notPersonal, bytes: isStaff },
  clinicPicture: { place: notPersonal, url: notPersonal, alt: notPersonal },
  doctor: {
    ...{ id: isStaff, name: isStaff, email: isStaff, specialty: isStaff },
    ...{ languages: isStaff, sentence: isStaff, img: isStaff, createdAt: isStaff, leftAt: isStaff },
    lastDay: isStaff,
  },
  staff: {
    ...{ id: notPersonal, userId: isStaff, role: isStaff, doctorId: isStaff },
    ...{ invitedBy: isStaff, invitedAt: isStaff, startedAt: isStaff, endedAt: isStaff },
  },
  staffInvitation: {
    ...{ id: notPersonal, email: isErased, role: isStaff, doctorId: isStaff, tokenHash: isErased },
    ...{ invitedBy: isStaff, invitedAt: isStaff, expiresAt: notPersonal },
    ...{ acceptedAt: notPersonal, withdrawnAt: notPersonal },
  },
  doctorTreatment: { doctorId: isStaff, treatmentId: isStaff },
  chairTreatment: { chairId: notPersonal, treatmentId: notPersonal },
  doctorHours: { id: isStaff, doctorId: isStaff, weekday: isStaff, starts: isStaff, ends: isStaff, week: isStaff },
  doctorAbsence: { id: isStaff, doctorId: isStaff, firstDay: isStaff, lastDay: isStaff, note: isStaff },
  block: {
    ...{ id: notPersonal, doctorId: isStaff, chairId: notPersonal, firstDay: isStaff, lastDay: isStaff },
    ...{ fromMinutes: isStaff, untilMinutes: isStaff, weekdays: isStaff, reason: isStaff },
  },
  absenceRequest: {
    ...{ id: isOfErased, doctorId: isOfErased, userId: isOfErased, firstDay: isOfErased, lastDay: isOfErased },
    ...{ note: isOfErased, state: isOfErased, reason: isOfErased, requestedAt: isOfErased, decidedAt: isOfErased },
  },
  treatment: {
    ...{ id: notPersonal, name: notPersonal, priceCents: notPersonal, position: notPersonal },
    ...{ durationMinutes: notPersonal, bufferMinutes: notPersonal, retiredAt: notPersonal },
    ...{ description: notPersonal, category: notPersonal, reasons: notPersonal, recallMonths: notPersonal },
    ...{ online: notPersonal, color: notPersonal },
  },
  clinicHours: { id: notPersonal, weekday: notPersonal, opens: notPersonal, closes: notPersonal },
  clinicDay: { date: notPersonal, note: notPersonal },
  clinicDayHours: { id: notPersonal, date: notPersonal, opens: notPersonal, closes: notPersonal },
  clinicPolicy: {
    ...{
      only: notPersonal,
      gridMinutes: notPersonal,
      fillGaps: notPersonal,
      noticeMinutes: notPersonal,
      horizonDays: notPersonal,
    },
    ...{
      maxUpcoming: notPersonal,
      freeCancelHours: notPersonal,
      graceMinutes: notPersonal,
      reminderHours: notPersonal,
      moreReminderHours: notPersonal,
      onlineBooking: notPersonal,
      version: notPersonal,
    },
    ...{ deskRefundDollars: notPersonal, noShowFeeDollars: notPersonal },
  },
  clinic: {
    ...{ only: notPersonal, name: notPersonal, address: notPersonal, phone: notPersonal, email: notPersonal },
    ...{ country: notPersonal, language: notPersonal, currency: notPersonal, timeZone: notPersonal },
    ...{ services: notPersonal, imprint: notPersonal, logo: notPersonal, setupStep: notPersonal },
    ...{ version: notPersonal, taxId: notPersonal, adultAge: notPersonal, coordinates: notPersonal },
    ...{ textCountries: notPersonal, maxTextsPerDay: notPersonal },
    reviews: 'kept, not exported: the clinic enters them, with the permission of whoever wrote them',
  },
  setupLink: { tokenHash: notPersonal, expiresAt: notPersonal },
  till: { only: notPersonal, closedThrough: notPersonal, receiptYear: notPersonal, receiptCount: notPersonal },
  dayClose: {
    ...{ date: notPersonal, firstDay: notPersonal, expected: notPersonal, counted: notPersonal },
    ...{ difference: notPersonal, note: isStaff, closedBy: isStaff, closedAt: notPersonal },
  },
  messageTemplate: { kind: notPersonal, subject: notPersonal, text: notPersonal, changedAt: notPersonal },
  serviceSetting: {
    ...{ name: notPersonal, value: notPersonal, changedAt: notPersonal },
    changedBy: isStaff,
  },
  sending: { only: notPersonal, emails: notPersonal, texts: notPersonal, mailTriedAt: notPersonal },
  chair: { id: notPersonal, name: notPersonal, retiredAt: notPersonal },
  reportPatient: {
    patientId: 'kept, not exported: the export has the appointments',
    firstDay: 'kept, not exported: the export has the appointments',
  },
  // Keys are ids, of a patient only until the next minute.
  reportChange: { day: notPersonal, figure: notPersonal, key: notPersonal, amount: notPersonal },
  // Until the next minute.
  reportBooking: {
    ...{ sign: notPersonal, date: notPersonal, slot: notPersonal, startsAt: notPersonal, busy: notPersonal },
    ...{ createdAt: notPersonal, cancelledAt: notPersonal, status: notPersonal, treatmentId: notPersonal },
    ...{ doctorId: notPersonal, owedCents: notPersonal },
    patientId: 'kept, not exported: the export has the appointments',
  },
  reportMonth: { month: notPersonal, figure: notPersonal, key: notPersonal, amount: notPersonal },
  reportFigure: { day: notPersonal, figure: notPersonal, key: notPersonal, amount: notPersonal },
  lastBackup: { id: notPersonal, at: notPersonal },
  heartbeat: { id: notPersonal, at: notPersonal },
} as const
