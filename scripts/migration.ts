// Writes the migration that takes the database to the Drizzle schema as it is now.
//   npm run migration -- add_phone            compares server/database/schema with the last migration
//   npm run migration -- add_trigger --custom an empty one, for SQL that Drizzle does not know
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const folder = 'server/database/migrations'
const [name = '', ...options] = process.argv.slice(2)
const isCustom = options.includes('--custom')

if (!/^[a-z][a-z0-9_]*$/.test(name) || options.some((option) => option !== '--custom')) {
  console.error('Name the migration in small letters after what it does: npm run migration -- add_phone [--custom]')
  process.exit(1)
}
const before = new Set(migrations())
const args = ['generate', '--name', name, ...(isCustom ? ['--custom'] : [])]
// It asks whether a new column or table is a renamed one, which needs a terminal.
const { status } = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...args], { stdio: 'inherit' })
const [written] = migrations().filter((file) => !before.has(file))
if (written) console.log(nextSteps(`${folder}/${written}`))
else
  console.error(
    'No migration was written. If the schema has not changed, edit server/database/schema first, or add --custom.',
  )
process.exitCode = written ? (status ?? 1) : 1

function migrations() {
  return readdirSync(folder).filter((file) => file.endsWith('.sql'))
}

function nextSteps(file: string) {
  const first = isCustom
    ? `Write your SQL into ${file}.`
    : `Read ${file}: it runs as it is, once, on every clinic's data.`
  return [
    `1. ${first}`,
    '   Add by hand what Drizzle does not know: triggers, functions, values for new columns of old rows.',
    '2. Run npm test -- unit server/database: it migrates on both engines and compares the schema with the migrations.',
    `3. Commit the file together with ${folder}/meta. Never change a migration that was released: write another one.`,
  ].join('\n')
}
