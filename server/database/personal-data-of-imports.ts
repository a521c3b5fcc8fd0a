/** Erased, and in the export. */
const isKept = 'erased' as const
const notPersonal = 'not personal' as const
const isStaff = 'kept, not exported: it is the clinic’s own record, of staff' as const
const isImported =
  'erased, not exported: the export has the patient, and the row as long as its cells are kept' as const

/** The columns of imports, for `personalData`. */
export const importedData = {
  patientOldId: { oldId: 'erased', patientId: 'erased' },
  patientImport: {
    ...{ id: notPersonal, kind: notPersonal, state: notPersonal, fileName: isStaff, fileHash: notPersonal },
    ...{ encoding: notPersonal, delimiter: notPersonal, headings: notPersonal, columns: notPersonal },
    ...{ dateOrder: notPersonal, choices: notPersonal, rows: notPersonal, steps: notPersonal, done: notPersonal },
    ...{ added: notPersonal, updated: notPersonal, skipped: notPersonal, faulty: notPersonal, kept: notPersonal },
    ...{ userId: isStaff, actor: isStaff, ip: isStaff, createdAt: notPersonal },
  },
  patientImportRow: {
    ...{ importId: notPersonal, row: notPersonal, state: notPersonal, cells: isKept, values: isImported },
    ...{ problems: isImported, nameKey: isImported, email: isImported, birthDate: isImported, phoneKeys: isImported },
    ...{ oldId: isImported, day: isImported, likeKind: isImported, likePatient: isImported, likeRow: notPersonal },
    ...{ patientId: isImported, bookingId: isImported, filled: isImported, reason: notPersonal },
  },
} as const
