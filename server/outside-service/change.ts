import {
  isSecretSetting,
  type ServiceChange,
  type SettingName,
  serviceKinds,
  serviceSettings,
  settingNames,
} from '#contract/outside-service.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { isSameMode } from '#server/config/outside-accounts.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { transact } from '#server/database/pool/transact.ts'
import { missingIn, type OfEnvironment, type Settings, sendingOf, variableOf } from './accounts.ts'
import type { Seal } from './seal.ts'
import { listEntered, readAccounts, settingsOf } from './services.ts'
import { deleteSettings, storeMailTried, storeSending, storeSetting } from './store.ts'

/** Why the settings of a service were not changed. `field` is the setting that it is about. */
export type ServiceRefusal =
  | { reason: 'set-by-environment'; field: SettingName; variable: string }
  | { reason: 'setting-missing'; field: SettingName }
  | { reason: 'other-mode'; field: SettingName }
  | { reason: 'secret-again'; field: SettingName }

type ChangeOutcome = { ok: true } | ({ ok: false } & ServiceRefusal)
type By = { userId: string; at: Date; record: RecordAudit }

/** The secret that is sent to an address, by the setting that has the address. */
const sentTo = { smtpServer: 'smtpPassword', textApi: 'textToken' } as const

/** The names of settings in the audit trail. */
const words: Record<SettingName, string> = {
  ...{ smtpServer: 'mail server', smtpUser: 'mail user', smtpPassword: 'mail password', mailFrom: 'sender of emails' },
  ...{ textApi: 'address of the text service', textAccount: 'text account', textToken: 'text token' },
  ...{ textFrom: 'sender of texts', stripePublishableKey: 'publishable key of Stripe' },
  ...{ stripeSecretKey: 'secret key of Stripe', stripeWebhookSecret: 'webhook secret of Stripe' },
}

/** Changes settings of outside services, all or none of them, and records which, never their values. */
export function changeServices(
  db: Db,
  { seal, environment }: { seal: Seal; environment: OfEnvironment },
  change: ServiceChange,
  { userId, at, record }: By,
): Promise<ChangeOutcome> {
  return transact(db, async (tx): Promise<ChangeOutcome> => {
    // Two changes at the same time could leave a service incomplete.
    await lockRules(tx)
    const before = await listEntered(tx, seal)
    const known = settingsOf(before)
    const isStored = (name: SettingName) => before.some((each) => each.name === name)
    const named = settingNames.filter((name) => change[name] !== undefined)
    const changed = named.filter((name) => (change[name] === '' ? isStored(name) : change[name] !== known[name]))
    const refusal = refusalOf(environment, known, change, named)
    if (refusal) return { ok: false, ...refusal }
    await deleteSettings(
      tx,
      changed.filter((name) => change[name] === ''),
    )
    for (const name of changed) {
      const text = change[name] ?? ''
      const value = isSecretSetting(name) ? seal.seal(name, text) : text
      if (text !== '') await storeSetting(tx, { name, value, changedBy: userId, changedAt: at })
    }
    const described = changed.map((name) => (change[name] === '' ? `${words[name]} (removed)` : words[name]))
    if (changed.length > 0) {
      await record(tx, 'change-outside-service', described.join(', '))
      if (serviceSettings.mail.some((name) => changed.includes(name))) await storeMailTried(tx, null)
      await storeSending(tx, sendingOf(environment, await readAccounts(tx, seal, environment)))
    }
    return { ok: true }
  })
}

function refusalOf(
  environment: OfEnvironment,
  known: Settings,
  change: ServiceChange,
  named: SettingName[],
): ServiceRefusal | undefined {
  for (const field of named) {
    const variable = variableOf(field, environment)
    if (variable !== undefined) return { reason: 'set-by-environment', field, variable }
  }
  const next: Settings = Object.fromEntries(
    Object.entries({ ...known, ...change }).filter(([, value]) => value !== '' && value !== undefined),
  )
  // Whoever has a session of an admin would otherwise get a stored secret by a server of their own.
  for (const [address, secret] of Object.entries(sentTo) as [keyof typeof sentTo, SettingName][]) {
    const isMoved = next[address] !== undefined && next[address] !== known[address]
    if (isMoved && known[secret] !== undefined && change[secret] === undefined)
      return { reason: 'secret-again', field: secret }
  }
  for (const kind of serviceKinds) {
    const isNamed = serviceSettings[kind].some((name) => named.includes(name))
    const field = isNamed ? missingIn(kind, next) : undefined
    if (field) return { reason: 'setting-missing', field }
  }
  const { stripePublishableKey, stripeSecretKey } = next
  if (stripePublishableKey && stripeSecretKey && !isSameMode(stripePublishableKey, stripeSecretKey))
    return { reason: 'other-mode', field: 'stripePublishableKey' }
  return undefined
}
