import {
  isSecretSetting,
  type OutsideService,
  type ServiceKind,
  type SettingName,
  type SettingState,
  serviceKinds,
  serviceSettings,
} from '#contract/outside-service.ts'
import type { Db } from '#server/database/db.ts'
import { type Accounts, accountsOf, environmentValue, missingIn, type OfEnvironment, variableOf } from './accounts.ts'
import type { Seal } from './seal.ts'
import { type EnteredSetting, listEntered, settingsOf } from './services.ts'

/** `started`: the account at Stripe that this server has used since its start; undefined with the sandbox. */
type Deps = { db: Db; seal: Seal; environment: OfEnvironment; started: Accounts['stripe'] }

/** Returns each service with its settings, without secrets. */
export async function listServices({ db, seal, environment, started }: Deps): Promise<OutsideService[]> {
  const entered = await listEntered(db, seal)
  const accounts = accountsOf(environment, settingsOf(entered))
  const used = { mail: accounts.smtpUrl, texts: accounts.texts, cards: accounts.stripe }
  const stateOf = (kind: ServiceKind): OutsideService['state'] => {
    const ofKind = entered.filter(({ name }) => isOf(kind, name))
    const isUnreadable = ofKind.some(({ value }) => value === undefined)
    const isFromEnvironment = serviceSettings[kind].some((name) => name !== 'mailFrom' && variableOf(name, environment))
    if (!isFromEnvironment && (isUnreadable || missingIn(kind, settingsOf(ofKind)))) return 'incomplete'
    if (kind === 'cards' && !isSameAccount(accounts.stripe, started)) return 'waits'
    return used[kind] ? 'used' : 'none'
  }
  return serviceKinds.map((kind) => ({
    kind,
    state: stateOf(kind),
    ...(kind === 'cards' && accounts.stripe?.secretKey.includes('_test_') && { isTest: true as const }),
    settings: serviceSettings[kind].map((name) => toState(name, environment, entered)),
  }))
}

const isOf = (kind: ServiceKind, name: SettingName) => serviceSettings[kind].some((each) => each === name)

function isSameAccount(one: Accounts['stripe'], other: Accounts['stripe']): boolean {
  return (
    one?.secretKey === other?.secretKey &&
    one?.publishableKey === other?.publishableKey &&
    one?.webhookSecret === other?.webhookSecret
  )
}

function toState(name: SettingName, environment: OfEnvironment, entered: readonly EnteredSetting[]): SettingState {
  const variable = variableOf(name, environment)
  if (variable !== undefined) {
    const value = environmentValue(name, environment)
    return { name, isSet: true, environment: variable, ...(value !== undefined && { value }) }
  }
  const found = entered.find((each) => each.name === name)
  if (!found) return { name, isSet: false }
  return {
    ...{ name, isSet: true, changedAt: found.changedAt.toISOString() },
    ...(found.changedBy !== null && { changedBy: found.changedBy }),
    ...(found.value === undefined && { unreadable: true as const }),
    ...(!isSecretSetting(name) && found.value !== undefined && { value: found.value }),
  }
}
