import { addFirstRules } from '#server/calendar/first-rules.ts'
import { keepTimeZone } from '#server/calendar/store.ts'
import { timeZoneWarning } from '#server/start/warnings.ts'
import type { AppDeps } from './deps.ts'

/** Returns `deps` with the time zone that the database keeps from the clinic's first start on. Warns if the setting is
 *  another one (docs/decisions/0059). */
export async function withKeptTimeZone<Deps extends Pick<AppDeps, 'config' | 'database' | 'log'>>(
  deps: Deps,
): Promise<Deps> {
  const {
    config,
    database: { db },
    log,
  } = deps
  const { hours, timeZone: first } = config.clinic
  await addFirstRules(db, { hours, timeZone: first, ...config.booking })
  const timeZone = await keepTimeZone(db, first)
  const warning = timeZoneWarning(config.timeZoneSetting, timeZone)
  if (warning) log.warn(warning)
  return { ...deps, config: { ...config, clinic: { ...config.clinic, timeZone } } }
}
