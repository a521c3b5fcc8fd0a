import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { exposedBy } from '#server/config/unsafe.ts'
import { reasonOf } from '#server/outside-service/reason.ts'
import { startWarnings } from '#server/start/warnings.ts'
import { type Check, type Finding, ok, warning, wrong } from './check.ts'

const gigabyte = 1024 ** 3
const nodeMajor = 24

/** Checks Node's version. */
export function nodeCheck(version: string = process.versions.node): Check {
  const isRight = Number(version.split('.')[0]) >= nodeMajor
  const text = `version ${version}`
  return {
    name: 'Node',
    run: async () => [isRight ? ok(text) : wrong(`${text}: start with npm, which uses ${nodeMajor}`)],
  }
}

/** Checks that DATA_DIR can be written and has free space. */
export function diskCheck({ dataDir }: Pick<Config, 'dataDir'>): Check {
  return {
    name: 'disk',
    run: async () => {
      const file = join(dataDir, `preflight-${randomUUID()}`)
      try {
        await mkdir(dataDir, { recursive: true, mode: 0o700 })
        await writeFile(file, '', { mode: 0o600 })
      } catch (error) {
        return [wrong(`DATA_DIR "${dataDir}" can't be written: ${reasonOf(error)}. Give it to the server's user`)]
      } finally {
        await rm(file, { force: true }).catch(() => {})
      }
      return [spaceOf(await statfs(dataDir))]
    },
  }
}

function spaceOf({ bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number }): Finding {
  const free = bavail * bsize
  const text = `DATA_DIR can be written and has ${(free / gigabyte).toFixed(1)} GB free`
  if (free < gigabyte / 10) return wrong(`${text}: enlarge the disk`)
  return free < gigabyte || bavail / blocks < 0.1 ? warning(`${text}: enlarge the disk`) : ok(text)
}

/** Checks the public address, the proxy in front, and what a start would warn about. */
export function settingsCheck(config: Config): Check {
  return {
    name: 'settings',
    run: async () => {
      const found = [...addressOf(config), ...startWarnings(config).map(warning), ...secretOf(config)]
      return found.length > 0 ? found : [ok('nothing to say')]
    },
  }
}

/** Says whether the public address is right for a clinic. */
export function addressOf(config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): Finding[] {
  const { publicUrl, trustProxy } = config
  if (!exposedBy(config)) return [ok(`only this machine can reach ${publicUrl}`)]
  if (publicUrl.startsWith('http:'))
    return [warning(`PUBLIC_URL ${publicUrl} is not https: passwords travel unencrypted`)]
  // The server itself speaks http.
  if (trustProxy !== false) return [ok(`${publicUrl}, behind a proxy that TRUST_PROXY names`)]
  return [warning('TRUST_PROXY is off: behind a proxy, all visitors share one rate limit. Set it to the proxy')]
}

function secretOf({ authSecret, production }: Config): Finding[] {
  if (!authSecret) return production ? [] : [ok('AUTH_SECRET is made and kept in DATA_DIR')]
  if (/secret|example|change.?me|password|0123456789|abcdef/i.test(authSecret)) {
    return [warning('AUTH_SECRET looks like an example: use what `openssl rand -base64 32` prints')]
  }
  return [ok('AUTH_SECRET is long enough')]
}
