import { isStaff } from '#contract/access/roles.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import { appendAudit } from '#server/audit/store.ts'
import { countUnfinished, eraseBooker, eraseBookingsOf, lockBookingsOf } from '#server/booking/personal-queries.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail } from '#server/mail/jobs.ts'
import { eraseActor } from '#server/patient/actor-store.ts'
import { deleteUntreated, erasePatient, listPatientsOnlyOf, lockPatients } from '#server/patient/personal-store.ts'
import { erasePaymentNotes } from '#server/payment/refund/store.ts'
import { deleteAccount, deleteEmailsTo, deleteInvitationsOf, findPersonId, lockPerson } from './store.ts'

export type ErasureDeps = { db: Db; clock: () => Date; jobs: Jobs }

/** Who erases an account: staff, or its owner. */
export type EraseBy = { staff: Pick<AuditRecord, 'userId' | 'actor'> } | 'owner'

const erasedName = 'Erased account'

/** Erases the account with this email in one transaction, so that a crash leaves all or nothing. Its appointments and
 *  payments stay for the clinic's books without the person, and the trail keeps what was done. Other people for whom
 *  the account acts stay patients of the clinic, if they have been treated. The person gets an email, the last one.
 *  @param ip the address of the client */
export function erase(
  { db, clock, jobs }: ErasureDeps,
  email: string,
  by: EraseBy,
  ip: string,
): Promise<Outcome<object, ErasureRefusal | 'unknown'>> {
  return transact(db, async (tx): Promise<Outcome<object, ErasureRefusal | 'unknown'>> => {
    const id = await findPersonId(tx, email)
    if (id === undefined) return refused('unknown')
    const person = await lockPerson(tx, id)
    if (!person) return refused('unknown')
    if (isStaff(person)) return refused('staff-account')
    const patientIds = await listPatientsOnlyOf(tx, [id])
    const [own = '', ...others] = patientIds
    // The bookings before the patients, in the order of every other transaction.
    await lockBookingsOf(tx, patientIds)
    await lockPatients(tx, patientIds)
    const { upcoming, refunding } = await countUnfinished(tx, patientIds, clock())
    if (upcoming > 0) return refused('upcoming-appointments')
    if (refunding > 0) return refused('refund-under-way')
    await eraseBookingsOf(tx, own, { name: erasedName })
    await eraseBooker(tx, person, own)
    await eraseActor(tx, { ...person, ownPatientId: own })
    await erasePaymentNotes(tx, own)
    await erasePatient(tx, own, { name: erasedName })
    await deleteEmailsTo(tx, person.email)
    await deleteInvitationsOf(tx, person.email)
    await addMail(tx, jobs, { kind: 'account-erased', recipient: person.email })
    await deleteAccount(tx, person)
    await deleteUntreated(tx, others)
    const actor = by === 'owner' ? { userId: person.id, actor: erasedName } : by.staff
    const entry = { action: 'erase-account' as const, target: erasedName, ip, personIds: [person.id, own] }
    await appendAudit(tx, { ...actor, ...entry })
    return { ok: true }
  })
}
