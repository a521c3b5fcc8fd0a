// Checks types, lint and format, structure, dead code and the API description at the same time. Each failure says how
// to fix it.
import { spawn } from 'node:child_process'

const checks = [
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: [], fix: 'correct the types named above' },
  {
    name: 'lint and format',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '.'],
    fix: 'run npm run format, which corrects most of it, and correct the rest by hand',
  },
  {
    name: 'structure',
    script: 'scripts/check/structure.ts',
    args: [],
    fix: 'each line above says what to do; the rules and their exceptions are tables in scripts/check',
  },
  {
    name: 'dead code',
    script: 'node_modules/knip/bin/knip.js',
    args: [],
    fix: 'delete what nothing uses, or name it in knip.json if it is an entry point',
  },
  {
    name: 'API description',
    script: 'scripts/lint-api.ts',
    args: [],
    fix: "add what is missing to the route's schema; server/http/openapi adds the rest",
  },
]

const startedAt = performance.now()
const outcomes = await Promise.all(checks.map(runCheck))
for (const { name, fix, code, output } of outcomes) {
  if (code === 0) continue
  console.log(`\n${output.trim()}\n\n✗ ${name}: ${fix}`)
}
const failed = outcomes.filter(({ code }) => code !== 0).map(({ name }) => name)
const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
console.log(
  failed.length > 0
    ? `\nFailed: ${failed.join(', ')} (${took})`
    : `Checked: ${checks.map(({ name }) => name).join(', ')} (${took})`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function runCheck(check: (typeof checks)[number]) {
  return new Promise<(typeof checks)[number] & { code: number; output: string }>((resolve) => {
    // Windows starts the shims of node_modules/.bin in a shell only.
    const args = ['--disable-warning=ExperimentalWarning', check.script, ...check.args]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => resolve({ ...check, code: 1, output: error.message }))
    child.once('close', (code) => resolve({ ...check, code: code ?? 1, output }))
  })
}
