import { and, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import { charge, intent, refund } from '../schema.ts'

export type Intent = typeof intent.$inferSelect
export type Charge = typeof charge.$inferSelect
export type Refund = typeof refund.$inferSelect

/** Part of a list, newest first. Times in seconds. */
export type Page = {
  limit: number
  startingAfter?: string | undefined
  created?: { [bound in 'gt' | 'gte' | 'lt' | 'lte']?: number | undefined } | undefined
}

export async function insertIntent(db: Db, values: typeof intent.$inferInsert): Promise<Intent> {
  return only(await db.insert(intent).values(values).returning())
}

export async function findIntent(db: Db, id: string): Promise<Intent | undefined> {
  const [found] = await db.select().from(intent).where(eq(intent.id, id))
  return found
}

/** As `findIntent`, and nobody else changes it until the transaction ends. */
export async function lockIntent(tx: Db, id: string): Promise<Intent | undefined> {
  const [found] = await tx.select().from(intent).where(eq(intent.id, id)).for('update')
  return found
}

export async function updateIntent(db: Db, id: string, changes: Partial<Intent>): Promise<Intent> {
  return only(await db.update(intent).set(changes).where(eq(intent.id, id)).returning())
}

/** Gives one more than the page has when there are more. */
export async function listIntents(db: Db, page: Page): Promise<Intent[]> {
  return db
    .select()
    .from(intent)
    .where(within(intent, page))
    .orderBy(desc(intent.position))
    .limit(page.limit + 1)
}

export async function insertCharge(db: Db, values: typeof charge.$inferInsert): Promise<Charge> {
  return only(await db.insert(charge).values(values).returning())
}

export async function findCharge(db: Db, id: string): Promise<Charge | undefined> {
  const [found] = await db.select().from(charge).where(eq(charge.id, id))
  return found
}

/** As `findCharge`, and nobody else changes it until the transaction ends. */
export async function lockCharge(tx: Db, id: string): Promise<Charge | undefined> {
  const [found] = await tx.select().from(charge).where(eq(charge.id, id)).for('update')
  return found
}

/** Counts `amount` as given back; undefined when the charge has less than that left. */
export async function takeFromCharge(db: Db, id: string, amount: number): Promise<Charge | undefined> {
  const [taken] = await db
    .update(charge)
    .set({ refunded: sql`${charge.refunded} + ${amount}` })
    .where(and(eq(charge.id, id), lte(sql`${charge.refunded} + ${amount}`, charge.amount)))
    .returning()
  return taken
}

export async function insertRefund(db: Db, values: typeof refund.$inferInsert): Promise<Refund> {
  return only(await db.insert(refund).values(values).returning())
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [found] = await db.select().from(refund).where(eq(refund.id, id))
  return found
}

/** Gives one more than the page has when there are more. */
export async function listRefunds(
  db: Db,
  page: Page,
  of: { intentId?: string | undefined; chargeId?: string | undefined },
): Promise<Refund[]> {
  const ofIntent = of.intentId === undefined ? undefined : eq(refund.intentId, of.intentId)
  const ofCharge = of.chargeId === undefined ? undefined : eq(refund.chargeId, of.chargeId)
  return db
    .select()
    .from(refund)
    .where(and(within(refund, page), ofIntent, ofCharge))
    .orderBy(desc(refund.position))
    .limit(page.limit + 1)
}

type Listed = { id: PgColumn; position: PgColumn; createdAt: PgColumn }

function within(table: Listed, { startingAfter, created = {} }: Page): SQL | undefined {
  const second = sql`floor(extract(epoch from ${table.createdAt}))`
  return and(
    startingAfter === undefined
      ? undefined
      : sql`${table.position} < (select last.position from ${table.id.table} as last where last.id = ${startingAfter})`,
    created.gt === undefined ? undefined : gt(second, created.gt),
    created.gte === undefined ? undefined : gte(second, created.gte),
    created.lt === undefined ? undefined : lt(second, created.lt),
    created.lte === undefined ? undefined : lte(second, created.lte),
  )
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a row that was written did not come back')
  return row
}
