import { asc, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Role, roles } from '#contract/access/roles.ts'
import { maxCounted } from '#contract/kit/list.ts'
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

const matching = (search: string) =>
  search === '' ? undefined : sql`search_words(${user.name} || ' ' || ${user.email}) @@ search_beginnings(${search})`

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

/** Lists a page of the users who match a search, and counts those who match, up to `few`. */
async function searchInOrder(db: Db, search: string, page: Page) {
  const isMatch = matching(search)
  const [counted] = await db
    .select({ count: sql<number>`count_found_users(${search}, ${few})::int` })
    .from(sql`(select) as one`)
  const count = counted?.count ?? 0
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

/** Inserts an account without a password, unless the email has one. Returns the account with this email, locked. */
export async function ensureUser(tx: Db, values: { id: string; name: string; email: string }) {
  await tx.insert(user).values(values).onConflictDoNothing()
  const [found] = await tx.select().from(user).where(eq(user.email, values.email)).for('no key update')
  if (!found) throw new Error('The account was deleted meanwhile')
  return found
}

/** Returns a page of the users and how many are on all pages; of those that match a search, at most `maxCounted`. Each
 *  word of `search` must start a word of the name or email. */
export async function listUsers(
  db: Db,
  { search, sort, page, limit }: UserQuery,
): Promise<{ total: number; users: UserRow[] }> {
  const wanted = { sort, offset: (page - 1) * limit, limit }
  if (search === '') {
    const [total, users] = await Promise.all([db.$count(user), listInOrder(db, undefined, wanted)])
    return { total, users }
  }
  const { count, users } = await searchInOrder(db, search, wanted)
  return { total: Math.min(count, maxCounted), users }
}

type UserRow = typeof user.$inferSelect
