// Lints the OpenAPI description, /openapi.json, with Redocly's recommended rules. Exits with code 1 if it finds
// problems.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { pino } from 'pino'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createPglite, preparePglite } from '#server/database/engine/pglite.ts'

const [source, config] = await Promise.all([readDescription(), createConfig({ extends: ['recommended'] })])
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
for (const { severity, ruleId, message, location } of problems) {
  console.log(`${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`)
}
process.exitCode = problems.length > 0 ? 1 : 0

/** Returns /openapi.json of an app on an in-memory database. */
async function readDescription() {
  const dataDir = mkdtempSync(join(tmpdir(), 'clinic-api-'))
  const database = await preparePglite(await createPglite())
  const app = await openApp({
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
    database,
    secret: 'for this process only, not for a real server',
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
