// Types, lint, format, dead code and the description of the calls, side by side; each failure is shown with what mends it.
import { spawn } from 'node:child_process'

const checks = [
  { name: 'types', command: 'tsc', args: [], mend: 'correct the types named above' },
  {
    name: 'lint and format',
    command: 'biome',
    args: ['check', '--error-on-warnings', '.'],
    mend: 'npm run format mends most; correct the rest by hand',
  },
  {
    name: 'dead code',
    command: 'knip',
    args: [],
    mend: 'remove what nobody uses, or use it; entry points are named in knip.json',
  },
  {
    name: 'API description',
    command: 'node',
    args: ['--disable-warning=ExperimentalWarning', 'scripts/lint-api.ts'],
    mend: "add what is missing to the route's schema; server/http/openapi adds the rest",
  },
]

const began = performance.now()
const outcomes = await Promise.all(checks.map(runCheck))
for (const { name, mend, code, output } of outcomes) {
  if (code === 0) continue
  console.log(`\n${output.trim()}\n\n✗ ${name}: ${mend}`)
}
const failed = outcomes.filter(({ code }) => code !== 0).map(({ name }) => name)
const took = `${((performance.now() - began) / 1000).toFixed(1)} s`
console.log(
  failed.length > 0
    ? `\nFailed: ${failed.join(', ')} (${took})`
    : `Checked: ${checks.map(({ name }) => name).join(', ')} (${took})`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function runCheck(check: (typeof checks)[number]) {
  return new Promise<(typeof checks)[number] & { code: number; output: string }>((resolve) => {
    const child = spawn(`node_modules/.bin/${check.command}`, check.args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => resolve({ ...check, code: 1, output: error.message }))
    child.once('close', (code) => resolve({ ...check, code: code ?? 1, output }))
  })
}
