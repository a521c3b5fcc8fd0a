import { isNull, sql } from 'drizzle-orm'
import type { StaffRole } from '#contract/access/roles.ts'
import { giveRole, lockAccount } from '#server/auth/role-store.ts'
import type { Db } from '#server/database/db.ts'
import { staff } from '#server/database/schema/staff.ts'

/** Gives the account with this email a role. A dentist or hygienist needs the id of a doctor. */
export async function makeStaff(db: Db, email: string, role: StaffRole = 'admin', doctorId?: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockAccount(tx, email)
    if (!found) throw new Error(`There is no account of ${email}`)
    await giveRole(tx, found.id, { role, doctorId })
  })
}

/** Ends all roles, and leaves everybody signed in. */
export async function endAllRoles(db: Db): Promise<void> {
  await db.update(staff).set({ endedAt: sql`now()` }).where(isNull(staff.endedAt))
}
