import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { type Role, roles } from '#contract/access/access.ts'
import type { UserQuery, UserSort } from '#contract/user.ts'
import type { Db } from '#server/database/db.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns the role of the user with this email. */
export async function findRole(db: Db, email: string): Promise<Role | undefined> {
  const [found] = await db.select({ role: user.role }).from(user).where(eq(user.email, email))
  return found?.role
}

/** Makes the user with this email an admin. Returns false if the user does not exist or is an admin already. Of concurrent calls, one
 *  returns true. */
export async function updateToAdmin(db: Db, email: string): Promise<boolean> {
  const changed = await db
    .update(user)
    .set({ role: roles.admin, updatedAt: sql`now()` })
    .where(and(eq(user.email, email), ne(user.role, roles.admin)))
    .returning({ id: user.id })
  return changed.length > 0
}

/** Returns the admins and locks their rows until the transaction ends, in the order of their ids so that two callers can't deadlock. */
export async function lockAdmins(tx: Db): Promise<{ id: string; email: string }[]> {
  return tx
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(eq(user.role, roles.admin))
    .orderBy(asc(user.id))
    .for('no key update')
}

/** Makes the user a patient. */
export async function updateToPatient(tx: Db, id: string): Promise<void> {
  await tx.update(user).set({ role: roles.patient, updatedAt: sql`now()` }).where(eq(user.id, id))
}

// Each order has an index. 'admin' sorts before 'patient'.
const orders = {
  email: [asc(user.email)],
  name: [asc(sql`lower(${user.name})`), asc(user.email)],
  newest: [desc(user.createdAt), desc(user.email)],
  admins: [asc(user.role), asc(user.email)],
} satisfies Record<UserSort, unknown[]>

const matching = (search: string) =>
  search === '' ? undefined : sql`search_words(${user.name} || ' ' || ${user.email}) @@ search_beginnings(${search})`

/** Returns a page of the users. Each word of `search` must start a word of the name or email. */
export async function listUsers(db: Db, { search, sort, page, limit }: UserQuery) {
  return db
    .select({ name: user.name, email: user.email, role: user.role, verified: user.emailVerified })
    .from(user)
    .where(matching(search))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset((page - 1) * limit)
}

/** Returns the number of users on all pages. */
export async function countUsers(db: Db, search: string): Promise<number> {
  return db.$count(user, matching(search))
}
