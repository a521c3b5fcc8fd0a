import { randomUUID } from 'node:crypto'
import { isAdmin } from '#contract/access/access.ts'
import { placeholderEmail } from '#contract/kit/text/email.ts'
import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import { deleteEmailsTo, eraseAccount, findPersonId, lockPerson } from './store.ts'

export type ErasureDeps = {
  db: Db
  clock: () => Date
  /** The booking feature's functions. `erase` takes the patient out of their bookings. */
  bookings: {
    lock: (tx: Db, patientId: string) => Promise<void>
    countUnfinished: (tx: Db, patientId: string, now: Date) => Promise<{ upcoming: number; refunding: number }>
    erase: (tx: Db, patient: { id: string; name: string; email: string }) => Promise<void>
  }
  /** The payment feature's function that takes the patient out of their payments. */
  erasePayments: (tx: Db, patientId: string) => Promise<void>
  /** Appends to the audit trail, in the transaction `tx`. */
  appendAudit: (tx: Db, entry: AuditRecord) => Promise<void>
  /** Adds an email, in the transaction `tx`. */
  addEmail: (tx: Db, email: { kind: 'account-erased'; recipient: string }) => Promise<void>
}

/** Who erases an account: staff, or its owner. */
export type EraseBy = { staff: Pick<AuditRecord, 'userId' | 'actor'> } | 'owner'

export type ErasureOutcome = 'erased' | 'unknown' | ErasureRefusal

const erasedName = 'Erased account'

/** Erases the account with this email in one transaction, so that a crash leaves all or nothing. Its appointments and payments stay for the
 *  clinic's books without the person, and the trail keeps what was done. The person gets an email, the last one.
 *  @param ip the address of the client */
export function erase(deps: ErasureDeps, email: string, by: EraseBy, ip: string): Promise<ErasureOutcome> {
  return deps.db.transaction(async (tx) => {
    const id = await findPersonId(tx, email)
    if (id === undefined) return 'unknown'
    // The bookings before the person, in the order of every other transaction.
    await deps.bookings.lock(tx, id)
    const person = await lockPerson(tx, id)
    if (!person) return 'unknown'
    if (isAdmin(person)) return 'staff-account'
    const { upcoming, refunding } = await deps.bookings.countUnfinished(tx, person.id, deps.clock())
    if (upcoming > 0) return 'upcoming-appointments'
    if (refunding > 0) return 'refund-under-way'
    const nobody = { name: erasedName, email: placeholderEmail(`erased-${randomUUID()}`) }
    await deps.bookings.erase(tx, { id: person.id, ...nobody })
    await deps.erasePayments(tx, person.id)
    await deleteEmailsTo(tx, person.email)
    await deps.addEmail(tx, { kind: 'account-erased', recipient: person.email })
    await eraseAccount(tx, person, nobody)
    const actor = by === 'owner' ? { userId: person.id, actor: nobody.email } : by.staff
    const entry = { action: 'erase-account' as const, target: nobody.email, ip, personIds: [person.id] }
    await deps.appendAudit(tx, { ...actor, ...entry })
    return 'erased'
  })
}
