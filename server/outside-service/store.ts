import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SettingName } from '#contract/outside-service.ts'
import type { Db } from '#server/database/db.ts'
import { sending, serviceSetting } from '#server/database/schema/outside-service.ts'
import { user } from '#server/database/schema/user.ts'

/** A stored setting, as it is stored. `changedBy`: an email; null if the account was erased. */
export type StoredSetting = { name: SettingName; value: string; changedAt: Date; changedBy: string | null }

/** Lists the settings that admins have entered. */
export async function listSettings(db: Db): Promise<StoredSetting[]> {
  const { name, value, changedAt } = serviceSetting
  return db
    .select({ name, value, changedAt, changedBy: user.email })
    .from(serviceSetting)
    .leftJoin(user, eq(user.id, serviceSetting.changedBy))
}

/** Stores a setting, or replaces it. */
export async function storeSetting(
  tx: Db,
  setting: { name: SettingName; value: string; changedBy: string; changedAt: Date },
): Promise<void> {
  const { name, ...rest } = setting
  await tx.insert(serviceSetting).values(setting).onConflictDoUpdate({ target: serviceSetting.name, set: rest })
}

/** Deletes settings. */
export async function deleteSettings(tx: Db, names: SettingName[]): Promise<void> {
  await tx.delete(serviceSetting).where(inArray(serviceSetting.name, names))
}

/** Replaces the stored form of a setting, unless it has changed meanwhile. */
export async function renewSetting(db: Db, name: SettingName, { from, to }: { from: string; to: string }) {
  await db
    .update(serviceSetting)
    .set({ value: to })
    .where(and(eq(serviceSetting.name, name), eq(serviceSetting.value, from)))
}

/** Notes that the mail server took a test email, or that none has been sent since its settings changed. */
export async function storeMailTried(db: Db, at: Date | null): Promise<void> {
  await db.update(sending).set({ mailTriedAt: at })
}

/** Returns when the mail server took a test email, if its settings have not changed since. */
export async function findMailTried(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: sending.mailTriedAt }).from(sending)
  return row?.at ?? null
}

/** Stores what leaves this server, for `contact_of()`. */
export async function storeSending(tx: Db, values: { emails: boolean; texts: boolean }): Promise<void> {
  const isOther = sql`(${sending.emails}, ${sending.texts}) <> (${values.emails}, ${values.texts})`
  await tx.insert(sending).values(values).onConflictDoUpdate({ target: sending.only, set: values, setWhere: isOther })
}
