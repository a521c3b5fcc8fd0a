// Lints the description of the calls, /openapi.json, by Redocly's recommended rules.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { pino } from 'pino'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { preparePglite } from '#server/database/engine/pglite.ts'

const [source, config] = await Promise.all([describe(), createConfig({ extends: ['recommended'] })])
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
for (const { severity, ruleId, message, location } of problems) {
  console.log(`${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`)
}
process.exitCode = problems.length > 0 ? 1 : 0

async function describe() {
  const dataDir = mkdtempSync(join(tmpdir(), 'clinic-api-'))
  const database = await preparePglite(await PGlite.create())
  const app = await openApp({
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
    database,
    secret: 'only for this process, which serves nobody',
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    siteFolder: undefined,
  })
  try {
    await app.ready()
    // Not by a call: a busy machine would answer it with 503.
    return JSON.stringify(app.swagger())
  } finally {
    await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
}
