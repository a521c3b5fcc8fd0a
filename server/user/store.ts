import { and, asc, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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

/** Returns the admins and locks their rows until the transaction ends, in the order of their ids so that two callers
 *  can't deadlock. */
export async function lockAdmins(tx: Db): Promise<{ id: string; email: string }[]> {
  return tx
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(eq(user.role, roles.admin))
    .orderBy(asc(user.id))
    .for('no key update')
}

// As text, so that the expression is that of the index.
const adminText = sql.raw(`'${roles.admin}'`)
// Each order has an index.
const ordersOf = ({ email, name, createdAt, role }: Record<'email' | 'name' | 'createdAt' | 'role', SQLWrapper>) =>
  ({
    email: [asc(email)],
    name: [asc(sql`lower(${name})`), asc(email)],
    newest: [desc(createdAt), desc(email)],
    admins: [asc(sql`(${role} <> ${adminText})`), asc(email)],
  }) satisfies Record<UserSort, unknown[]>
const orders = ordersOf(user)

// Nobody stands behind the row of an erased account.
const matching = (search: string) =>
  and(
    isNull(user.erasedAt),
    search === '' ? undefined : sql`search_words(${user.name} || ' ' || ${user.email}) @@ search_beginnings(${search})`,
  )

type Page = { sort: UserSort; offset: number; limit: number }

/** Lists a page of the users with a condition. The index of the order has the emails, so that the rows before the page
 *  are not read. */
function listInOrder(db: Db, isFound: SQL | undefined, { sort, offset, limit }: Page) {
  const onPage = db
    .select({ email: user.email })
    .from(user)
    .where(isFound)
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset)
  return db
    .select()
    .from(user)
    .where(inArray(user.email, onPage))
    .orderBy(...orders[sort])
}

// PostgreSQL would read the users in the order of a list until it has a page of matches, which is all of them if few
// match. So few are found by the index of words and sorted. Many fill a page soon.
const few = 30_000

/** Lists a page of the users who match a search and have `isFound`, and counts those who match, up to `few`. */
async function searchInOrder(db: Db, search: string, page: Page, isFound?: SQL) {
  const isMatch = and(matching(search), isFound)
  const count = await db.$count(db.select({ one: sql`1` }).from(user).where(matching(search)).limit(few).as('found'))
  if (count === few) return { count, users: await listInOrder(db, isMatch, page) }
  // The limit has PostgreSQL find them before it sorts.
  const found = db.select().from(user).where(isMatch).limit(few).as('found')
  const users = await db
    .select()
    .from(found)
    .orderBy(...ordersOf(found)[page.sort])
    .limit(page.limit)
    .offset(page.offset)
  return { count, users }
}

// The words of a placeholder email must not match a search.
const isNamed = (search: string) =>
  sql`(${user.email} not like ${placeholderEmail('%')} or search_words(${user.name}) @@ search_beginnings(${search}))`

/** A user as other features refer to one. */
export type UserRef = { id: string; name: string; email: string; emailVerified: boolean }
const userRef = { id: user.id, name: user.name, email: user.email, emailVerified: user.emailVerified }

/** Returns the first `limit` users by name. Each word of `search` must start a word of the name or email. */
export async function searchUsers(db: Db, search: string, limit: number): Promise<UserRef[]> {
  const { users } = await searchInOrder(db, search, { sort: 'name', offset: 0, limit }, isNamed(search))
  return users.map(({ id, name, email, emailVerified }) => ({ id, name, email, emailVerified }))
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
export async function insertPatient(tx: Db, patient: Omit<UserRef, 'emailVerified'>): Promise<boolean> {
  const inserted = await tx.insert(user).values(patient).onConflictDoNothing().returning({ id: user.id })
  return inserted.length > 0
}

/** Returns a page of the users and how many are on all pages; of those that match a search, at most `maxCounted`. Each
 *  word of `search` must start a word of the name or email. */
export async function listUsers(
  db: Db,
  { search, sort, page, limit }: UserQuery,
): Promise<{ total: number; users: UserRow[] }> {
  const wanted = { sort, offset: (page - 1) * limit, limit }
  if (search === '') {
    const isFound = matching('')
    const [total, users] = await Promise.all([db.$count(user, isFound), listInOrder(db, isFound, wanted)])
    return { total, users }
  }
  const { count, users } = await searchInOrder(db, search, wanted)
  return { total: Math.min(count, maxCounted), users }
}

type UserRow = typeof user.$inferSelect
