import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { UserQuery, UserSort } from '#contract/user.ts'
import type { Db } from '#server/database/open.ts'
import { user } from '#server/database/schema.ts'

/** The role of the user with this address. */
export async function findRole(db: Db, email: string): Promise<string | undefined> {
  const [found] = await db.select({ role: user.role }).from(user).where(eq(user.email, email))
  return found?.role
}

/** Makes the user with this address an admin; false if nobody has it or they are one already. Of several at once one is told true. */
export async function updateToAdmin(db: Db, email: string): Promise<boolean> {
  const changed = await db
    .update(user)
    .set({ role: 'admin', updatedAt: sql`now()` })
    .where(and(eq(user.email, email), ne(user.role, 'admin')))
    .returning({ id: user.id })
  return changed.length > 0
}

// Each is the order of an index. 'admin' comes before 'patient' by the alphabet.
const orders = {
  email: [asc(user.email)],
  name: [asc(sql`lower(${user.name})`), asc(user.email)],
  newest: [desc(user.createdAt), desc(user.email)],
  admins: [asc(user.role), asc(user.email)],
} satisfies Record<UserSort, unknown[]>

const matching = (search: string) =>
  search === '' ? undefined : sql`search_words(${user.name} || ' ' || ${user.email}) @@ search_beginnings(${search})`

/** A page of the users in whose name or address words begin as those of `search` do; of all users when it is empty. */
export async function listUsers(db: Db, { search, sort, page, limit }: UserQuery) {
  return db
    .select({ name: user.name, email: user.email, role: user.role, verified: user.emailVerified })
    .from(user)
    .where(matching(search))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset((page - 1) * limit)
}

/** How many there are on all pages. */
export async function countUsers(db: Db, search: string): Promise<number> {
  return db.$count(user, matching(search))
}
