import type { FastifyBaseLogger } from 'fastify'
import { isSecretSetting, type SettingName } from '#contract/outside-service.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { type Accounts, accountsOf, type OfEnvironment, type Settings, sendingOf } from './accounts.ts'
import { openSeal, type Seal } from './seal.ts'
import { listSettings, renewSetting, type StoredSetting, storeSending } from './store.ts'

/** What admins have entered. `value`: undefined if it can't be decrypted. */
export type EnteredSetting = Omit<StoredSetting, 'value'> & { value: string | undefined }

type Deps = {
  db: Db
  secret: string
  log: Pick<FastifyBaseLogger, 'warn'>
  config: OfEnvironment & { previousSecret: string | undefined }
}

/** Opens the accounts at outside services, of the environment and of the page. They are cached until a notification
 *  says that an admin has changed them on any instance. Secrets that the previous secret of the server encrypted are
 *  encrypted again. */
export async function openOutsideServices({ db, secret, log, config }: Deps) {
  const seal = openSeal(secret, config.previousSecret)
  if (config.previousSecret !== undefined) await renewSeals(db, seal)
  const entered = await listEntered(db, seal)
  await storeSending(db, sendingOf(config, accountsOf(config, settingsOf(entered))))
  let isConnected = false
  let known: Accounts | undefined
  // Whoever read before a change must not store what they read.
  let changes = 0
  const forget = () => {
    known = undefined
    changes += 1
  }
  const read = async () => {
    const before = changes
    const accounts = await readAccounts(db, seal, config)
    if (isConnected && before === changes) known = accounts
    return accounts
  }
  for (const { name, value } of entered)
    if (value === undefined) log.warn(`the setting ${name} was encrypted with another AUTH_SECRET: enter it again`)
  return {
    seal,
    environment: config,
    /** Returns the accounts, at once if they are cached. */
    current: (): Accounts | Promise<Accounts> => known ?? read(),
    /** Drops the cache. Call it after committing a change. */
    forget,
    /** Returns `listen`, which then also drops the cache. */
    following:
      (listen: Listen): Listen =>
      (handlers, onState) =>
        listen(
          {
            ...handlers,
            rules_changed: (payload) => {
              forget()
              handlers.rules_changed?.(payload)
            },
          },
          (state) => {
            isConnected = state
            forget()
            onState(state)
          },
        ),
  }
}
export type OutsideServices = Awaited<ReturnType<typeof openOutsideServices>>

/** Reads the accounts from the environment and the database. */
export async function readAccounts(db: Db, seal: Seal, environment: OfEnvironment): Promise<Accounts> {
  return accountsOf(environment, settingsOf(await listEntered(db, seal)))
}

/** Lists what admins have entered, decrypted. */
export async function listEntered(db: Db, seal: Seal): Promise<EnteredSetting[]> {
  return (await listSettings(db)).map((row) => ({ ...row, value: readable(row, seal) }))
}

function readable({ name, value }: StoredSetting, seal: Seal) {
  return isSecretSetting(name) ? seal.open(name, value)?.text : value
}

/** Returns the settings that are readable. */
export function settingsOf(entered: readonly { name: SettingName; value: string | undefined }[]): Settings {
  return Object.fromEntries(entered.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])))
}

async function renewSeals(db: Db, seal: Seal) {
  for (const { name, value } of await listSettings(db)) {
    if (!isSecretSetting(name)) continue
    const opened = seal.open(name, value)
    if (opened?.isOld) await renewSetting(db, name, { from: value, to: seal.seal(name, opened.text) })
  }
}
