import { and, asc, desc, eq, inArray, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { type Role, roles } from '#contract/access/access.ts'
import { maxCounted } from '#contract/kit/list.ts'
import { placeholderEmail } from '#contract/kit/text/email.ts'
import type { UserQuery, UserSort } from '#contract/user.ts'
import type { Db } from '#server/database/db.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns the role of the user with this email. */
export async function findRole(db: Db, email: string): Promise<Role | undefined> {
  const [found] = await db.select({ role: user.role }).from(user).where(eq(user.email, email))
  return found?.role
}

/** Makes the user with this email an admin. Returns their id; undefined if the user does not exist or is an admin already. Of concurrent
 *  calls, one returns the id. */
export async function updateToAdmin(db: Db, email: string): Promise<string | undefined> {
  const changed = await db
    .update(user)
    .set({ role: roles.admin, updatedAt: sql`now()` })
    .where(and(eq(user.email, email), ne(user.role, roles.admin), isNull(user.erasedAt)))
    .returning({ id: user.id })
  return changed[0]?.id
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
const ordersOf = ({ email, name, createdAt, role }: Record<'email' | 'name' | 'createdAt' | 'role', SQLWrapper>) =>
  ({
    email: [asc(email)],
    name: [asc(sql`lower(${name})`), asc(email)],
    newest: [desc(createdAt), desc(email)],
    admins: [asc(role), asc(email)],
  }) satisfies Record<UserSort, unknown[]>
const orders = ordersOf(user)

// Nobody stands behind the row of an erased account.
const matching = (search: string) =>
  and(
    isNull(user.erasedAt),
    search === '' ? undefined : sql`search_words(${user.name} || ' ' || ${user.email}) @@ search_beginnings(${search})`,
  )

// PostgreSQL would read the users in the order of a list until it has a page of matches, which is all of them if few match. So few are found by
// the index of words and sorted. Many fill a page soon.
const few = 30_000

async function isFew(db: Db, search: string) {
  return search !== '' && (await countMatches(db, search, few)) < few
}

function countMatches(db: Db, search: string, limit: number): Promise<number> {
  return db.$count(db.select({ one: sql`1` }).from(user).where(matching(search)).limit(limit).as('found'))
}

// A placeholder has words of its own, by which nobody is meant to be found.
const isNamed = (search: string) =>
  sql`(${user.email} not like ${placeholderEmail('%')} or search_words(${user.name}) @@ search_beginnings(${search}))`

/** A user as other features refer to one. */
export type UserRef = { id: string; name: string; email: string }
const userRef = { id: user.id, name: user.name, email: user.email }

/** Returns the first `limit` users by name. Each word of `search` must start a word of the name or email. */
export async function searchUsers(db: Db, search: string, limit: number): Promise<UserRef[]> {
  const isFound = and(matching(search), isNamed(search))
  if (await isFew(db, search)) {
    const found = db.select().from(user).where(isFound).limit(few).as('found')
    const { id, name, email } = found
    return db
      .select({ id, name, email })
      .from(found)
      .orderBy(...ordersOf(found).name)
      .limit(limit)
  }
  return db
    .select(userRef)
    .from(user)
    .where(isFound)
    .orderBy(...orders.name)
    .limit(limit)
}

/** Returns the users with these ids, by name. */
export async function listUsersById(db: Db, ids: string[]): Promise<UserRef[]> {
  return db
    .select(userRef)
    .from(user)
    .where(and(inArray(user.id, ids), isNull(user.erasedAt)))
    .orderBy(...orders.name)
}

/** Returns the user with this email. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRef | undefined> {
  const [found] = await db.select(userRef).from(user).where(eq(user.email, email))
  return found
}

/** Inserts a patient without a password. Returns false if the email has an account. */
export async function insertPatient(tx: Db, patient: UserRef): Promise<boolean> {
  const inserted = await tx.insert(user).values(patient).onConflictDoNothing().returning({ id: user.id })
  return inserted.length > 0
}

/** Returns a page of the users. Each word of `search` must start a word of the name or email. */
export async function listUsers(db: Db, { search, sort, page, limit }: UserQuery) {
  const offset = (page - 1) * limit
  if (await isFew(db, search)) {
    const found = db.select().from(user).where(matching(search)).limit(few).as('found')
    return db
      .select({ name: found.name, email: found.email, role: found.role, verified: found.emailVerified })
      .from(found)
      .orderBy(...ordersOf(found)[sort])
      .limit(limit)
      .offset(offset)
  }
  // The index of the order has the emails, so that the rows before the page are not read.
  const onPage = db
    .select({ email: user.email })
    .from(user)
    .where(matching(search))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset)
  return db
    .select({ name: user.name, email: user.email, role: user.role, verified: user.emailVerified })
    .from(user)
    .where(inArray(user.email, onPage))
    .orderBy(...orders[sort])
}

/** Returns the number of users on all pages; of those that match a search, at most `maxCounted`. */
export async function countUsers(db: Db, search: string): Promise<number> {
  return search === '' ? db.$count(user, matching(search)) : countMatches(db, search, maxCounted)
}
