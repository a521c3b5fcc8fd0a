import { and, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import { charge, intent, refund } from '../schema.ts'
import { refundDecidedAfterMs } from './cards.ts'

export type Intent = typeof intent.$inferSelect
export type Charge = typeof charge.$inferSelect
export type Refund = typeof refund.$inferSelect

/** A page of a list, newest first. `created` limits the time of creation, in seconds since 1970. */
export type Page = {
  limit: number
  starting_after?: string | undefined
  created?: { [bound in 'gt' | 'gte' | 'lt' | 'lte']?: number | undefined } | undefined
}

export async function insertIntent(db: Db, values: typeof intent.$inferInsert): Promise<Intent> {
  return onlyRow(await db.insert(intent).values(values).returning())
}

export async function findIntent(db: Db, id: string): Promise<Intent | undefined> {
  return firstRow(await db.select().from(intent).where(eq(intent.id, id)))
}

/** Selects the intent FOR UPDATE. */
export async function lockIntent(tx: Db, id: string): Promise<Intent | undefined> {
  return firstRow(await tx.select().from(intent).where(eq(intent.id, id)).for('update'))
}

export async function updateIntent(db: Db, id: string, changes: Partial<Intent>): Promise<Intent> {
  return onlyRow(await db.update(intent).set(changes).where(eq(intent.id, id)).returning())
}

/** Returns a page of intents, with one row more if another page follows. */
export async function listIntents(db: Db, page: Page): Promise<Intent[]> {
  const { position } = intent
  return db
    .select()
    .from(intent)
    .where(inPage(intent, page))
    .orderBy(desc(position))
    .limit(page.limit + 1)
}

export async function insertCharge(db: Db, values: typeof charge.$inferInsert): Promise<Charge> {
  return onlyRow(await db.insert(charge).values(values).returning())
}

export async function findCharge(db: Db, id: string): Promise<Charge | undefined> {
  return firstRow(await db.select().from(charge).where(eq(charge.id, id)))
}

/** Selects the charge FOR UPDATE. */
export async function lockCharge(tx: Db, id: string): Promise<Charge | undefined> {
  return firstRow(await tx.select().from(charge).where(eq(charge.id, id)).for('update'))
}

/** Adds `amount` to the refunded amount of a charge. Returns undefined if less than that is left. */
export async function updateRefunded(db: Db, id: string, amount: number): Promise<Charge | undefined> {
  const refunded = sql`${charge.refunded} + ${amount}`
  const isEnough = and(eq(charge.id, id), lte(refunded, charge.amount))
  return firstRow(await db.update(charge).set({ refunded }).where(isEnough).returning())
}

/** Makes the amounts of failed refunds of a charge refundable again. Returns their sum. */
export async function returnFailedRefunds(db: Db, chargeId: string): Promise<number> {
  const failed = await db
    .update(refund)
    .set({ outcome: 'returned' })
    .where(
      and(
        eq(refund.chargeId, chargeId),
        eq(refund.outcome, 'fails'),
        lte(refund.createdAt, new Date(Date.now() - refundDecidedAfterMs)),
      ),
    )
    .returning({ amount: refund.amount })
  const returned = failed.reduce((sum, { amount }) => sum + amount, 0)
  if (returned > 0) await updateRefunded(db, chargeId, -returned)
  return returned
}

export async function insertRefund(db: Db, values: typeof refund.$inferInsert): Promise<Refund> {
  return onlyRow(await db.insert(refund).values(values).returning())
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  return firstRow(await db.select().from(refund).where(eq(refund.id, id)))
}

/** Returns a page of refunds, of one intent or charge if the page names it, with one row more if another page
 *  follows. */
export async function listRefunds(
  db: Db,
  page: Page & { payment_intent?: string | undefined; charge?: string | undefined },
): Promise<Refund[]> {
  const ofIntent = page.payment_intent === undefined ? undefined : eq(refund.intentId, page.payment_intent)
  const ofCharge = page.charge === undefined ? undefined : eq(refund.chargeId, page.charge)
  const isListed = and(inPage(refund, page), ofIntent, ofCharge)
  return db
    .select()
    .from(refund)
    .where(isListed)
    .orderBy(desc(refund.position))
    .limit(page.limit + 1)
}

/** Returns the condition for the rows of a page. */
export function inPage(
  table: { id: PgColumn; position: PgColumn; createdAt: PgColumn },
  { starting_after: last, created = {} }: Page,
): SQL | undefined {
  const second = sql`floor(extract(epoch from ${table.createdAt}))`
  const compare = (operator: typeof gt, bound: number | undefined) =>
    bound === undefined ? undefined : operator(second, bound)
  return and(
    last === undefined
      ? undefined
      : sql`${table.position} < (select last.position from ${table.id.table} as last where last.id = ${last})`,
    compare(gt, created.gt),
    compare(gte, created.gte),
    compare(lt, created.lt),
    compare(lte, created.lte),
  )
}

function firstRow<Row>([row]: Row[]): Row | undefined {
  return row
}

/** Returns the row of a statement that writes exactly one. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A row that was written was not returned')
  return row
}
