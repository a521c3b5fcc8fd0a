import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { databaseCheck } from './database.ts'

const engine = inject('engine')
const check = (url: string) => databaseCheck(readConfig({ DATABASE_URL: url })).run()

if (engine.kind === 'postgres')
  it('tells whether the user of DATABASE_URL can migrate the database', async () => {
    const database = await freshDatabase()
    const url = new URL(database.url ?? '')
    expect(await check(url.href)).toEqual([
      { level: 'ok', text: expect.stringMatching(/^PostgreSQL \d+/) },
      { level: 'ok', text: 'its user may migrate it' },
      { level: 'ok', text: 'the clock agrees with that of the database' },
    ])

    const reader = `reader_${randomUUID().replaceAll('-', '')}`
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`CREATE ROLE ${reader} LOGIN PASSWORD 'hidden'`)
    Object.assign(url, { username: reader, password: 'hidden' })
    const findings = await check(url.href)
    url.password = 'another'
    const refused = await check(url.href)
    await admin.query(`DROP ROLE ${reader}`)
    await admin.end()
    await database.close()
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'wrong', 'wrong', 'wrong', 'ok'])
    expect(findings[3]?.text).toContain('tables belong to another user')
    expect(refused).toEqual([{ level: 'wrong', text: expect.stringContaining('password authentication failed') }])
    expect(JSON.stringify(refused)).not.toContain('another')
  })

if (engine.kind === 'pglite')
  it('warns about the embedded database in production', async () => {
    const settings = {
      ...sampleClinic,
      NODE_ENV: 'production',
      AUTH_SECRET: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBh0HNlY3',
      SANDBOX: 'stripe,google',
    }
    const [finding] = await databaseCheck(readConfig(settings)).run()
    expect(finding?.level).toBe('warning')
  })
