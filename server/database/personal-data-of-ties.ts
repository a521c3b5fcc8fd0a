const erased = 'erased' as const
const isSecret = 'erased, not exported: it lets its holder reach a record' as const
const isShownToBoth = 'erased, not exported: My Account shows it to both sides' as const
const isUndo = 'erased, not exported: it undoes a merge of two records' as const
const endsWithAccount = 'erased, not exported: it guards a step that is under way' as const

/** Each column of the tables that say who acts for whom, for `personalData`. */
export const tieData = {
  patientUser: {
    id: 'erased, not exported: links name it' as const,
    ...{ userId: erased, patientId: erased, relation: erased, createdAt: erased },
    ...{ way: isShownToBoth, madeBy: isShownToBoth, agreedAt: isShownToBoth },
  },
  patientJoin: {
    ...{ id: isUndo, formerId: isUndo, keptId: isUndo, way: isUndo, madeBy: isUndo, madeAt: isUndo },
    ...{ undo: isUndo, undoneAt: isUndo, undoneBy: isUndo },
  },
  recordCode: { patientId: isSecret, codeHash: isSecret, madeBy: isSecret, expiresAt: isSecret },
  recordTry: { userId: endsWithAccount, birthDates: endsWithAccount, codes: endsWithAccount, triedAt: endsWithAccount },
  emailChange: {
    ...{ userId: endsWithAccount, id: isSecret, email: 'erased, not exported: nobody has confirmed it' as const },
    ...{ createdAt: endsWithAccount, expiresAt: endsWithAccount },
  },
}
