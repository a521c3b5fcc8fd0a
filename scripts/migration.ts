// Writes the migration that takes the database to server/database/schema and server/database/functions as they are now.
//   npm run migration -- add_phone            compares both with the migrations that there are
//   npm run migration -- fill_phone --custom  an empty one, for values of existing rows
import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync } from 'node:fs'
import { createPglite, preparePglite } from '#server/database/engine/pglite.ts'
import { functionsToMigrate } from '#server/database/upgrade/functions.ts'

const folder = 'server/database/migrations'
const [name = '', ...options] = process.argv.slice(2)
const isCustom = options.includes('--custom')

if (!/^[a-z][a-z0-9_]*$/.test(name) || options.some((option) => option !== '--custom')) {
  console.error('Name the migration in small letters after what it does: npm run migration -- add_phone [--custom]')
  process.exit(1)
}
let written = generate(isCustom)
if (!isCustom) {
  const statements = await changedFunctions()
  if (statements.length > 0) {
    written ??= generate(true)
    appendFileSync(written ?? '', `\n--> statement-breakpoint\n${statements.join('\n--> statement-breakpoint\n')}\n`)
  }
}
if (written) console.log(nextSteps(written))
else
  console.error(
    'No migration was written. If nothing has changed, edit server/database/schema or server/database/functions first, or add --custom.',
  )
process.exitCode = written ? 0 : 1

/** Has Drizzle write a migration. Returns its path; undefined if the schema has not changed. */
function generate(custom: boolean): string | undefined {
  const before = new Set(migrations())
  const args = ['generate', '--name', name, ...(custom ? ['--custom'] : [])]
  // It asks whether a new column or table is a renamed one, which needs a terminal.
  const { status } = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  const [file] = migrations().filter((each) => !before.has(each))
  return file && `${folder}/${file}`
}

/** Returns the statements about functions and triggers that the migrations lack. */
async function changedFunctions(): Promise<string[]> {
  const database = await preparePglite(await createPglite())
  const statements = await functionsToMigrate(database.executeSql)
  await database.close()
  return statements
}

function migrations() {
  return readdirSync(folder).filter((file) => file.endsWith('.sql'))
}

function nextSteps(file: string) {
  const first = isCustom
    ? `Write your SQL into ${file}.`
    : `Read ${file}: it runs as it is, once, on every clinic's data.`
  return [
    `1. ${first}`,
    '   Add by hand what neither knows: exclusion constraints, extensions, values for new columns of old rows.',
    '2. Run npm test -- unit server/database: it migrates on both engines and compares schema and functions with the migrations.',
    `3. Commit the file together with ${folder}/meta. Never change a migration that was released: write another one.`,
  ].join('\n')
}
