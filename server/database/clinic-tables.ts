const notPersonal = 'not personal' as const

/** The part of `personalData` about the clinic itself. */
export const clinicTables = {
  clinicHours: { id: notPersonal, weekday: notPersonal, opens: notPersonal, closes: notPersonal },
  clinicDay: { date: notPersonal, note: notPersonal },
  clinicDayHours: { id: notPersonal, date: notPersonal, opens: notPersonal, closes: notPersonal },
  clinicPolicy: {
    ...{ only: notPersonal, gridMinutes: notPersonal, noticeMinutes: notPersonal, horizonDays: notPersonal },
    ...{ maxUpcoming: notPersonal, freeCancelHours: notPersonal, reminderHours: notPersonal, version: notPersonal },
  },
  clinic: {
    ...{ only: notPersonal, name: notPersonal, address: notPersonal, phone: notPersonal, email: notPersonal },
    ...{ country: notPersonal, language: notPersonal, currency: notPersonal, timeZone: notPersonal },
    ...{ services: notPersonal, imprint: notPersonal, logo: notPersonal, setupStep: notPersonal },
    version: notPersonal,
    reviews: 'kept, not exported: the clinic enters them, with the permission of whoever wrote them',
  },
  setupLink: { tokenHash: notPersonal, expiresAt: notPersonal },
  chair: { id: notPersonal, name: notPersonal, retiredAt: notPersonal },
  lastBackup: { id: notPersonal, at: notPersonal },
} as const
