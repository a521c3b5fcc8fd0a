import { randomUUID } from 'node:crypto'
import { isStaff } from '#contract/access/access.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { placeholderEmail } from '#contract/kit/text/email.ts'
import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import { appendAudit } from '#server/audit/store.ts'
import { countUnfinished, erasePatient, lockBookingsOf } from '#server/booking/queries.ts'
import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail } from '#server/mail/jobs.ts'
import { eraseRefundNotes } from '#server/payment/refund/store.ts'
import { deleteEmailsTo, deleteInvitationsOf, eraseAccount, findPersonId, lockPerson } from './store.ts'

export type ErasureDeps = { db: Db; clock: () => Date; jobs: Jobs }

/** Who erases an account: staff, or its owner. */
export type EraseBy = { staff: Pick<AuditRecord, 'userId' | 'actor'> } | 'owner'

const erasedName = 'Erased account'

/** Erases the account with this email in one transaction, so that a crash leaves all or nothing. Its appointments and
 *  payments stay for the clinic's books without the person, and the trail keeps what was done. The person gets an
 *  email, the last one.
 *  @param ip the address of the client */
export function erase(
  { db, clock, jobs }: ErasureDeps,
  email: string,
  by: EraseBy,
  ip: string,
): Promise<Outcome<object, ErasureRefusal | 'unknown'>> {
  return db.transaction(async (tx): Promise<Outcome<object, ErasureRefusal | 'unknown'>> => {
    const id = await findPersonId(tx, email)
    if (id === undefined) return refused('unknown')
    // The bookings before the person, in the order of every other transaction.
    await lockBookingsOf(tx, id)
    const person = await lockPerson(tx, id)
    if (!person) return refused('unknown')
    if (isStaff(person)) return refused('staff-account')
    const { upcoming, refunding } = await countUnfinished(tx, person.id, clock())
    if (upcoming > 0) return refused('upcoming-appointments')
    if (refunding > 0) return refused('refund-under-way')
    const nobody = { name: erasedName, email: placeholderEmail(`erased-${randomUUID()}`) }
    await erasePatient(tx, { id: person.id, ...nobody })
    await eraseRefundNotes(tx, person.id)
    await deleteEmailsTo(tx, person.email)
    await deleteInvitationsOf(tx, person.email)
    await addMail(tx, jobs, { kind: 'account-erased', recipient: person.email })
    await eraseAccount(tx, person, nobody)
    const actor = by === 'owner' ? { userId: person.id, actor: nobody.email } : by.staff
    const entry = { action: 'erase-account' as const, target: nobody.email, ip, personIds: [person.id] }
    await appendAudit(tx, { ...actor, ...entry })
    return { ok: true }
  })
}
