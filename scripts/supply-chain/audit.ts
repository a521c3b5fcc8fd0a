// Compares the installed packages with the registry's known vulnerabilities. Exits with code 1 if one is not explained
// in docs/supply-chain/audit.json, or an explanation has expired, and with code 2 if the registry's audit endpoint did
// not answer.
import { spawnSync } from 'node:child_process'
import { npmCommand } from '../setup/paths.mjs'
import { expired, explanationsFile, parseAudit, readExplanations, unexplained } from './findings.ts'

const explanations = readExplanations()
const old = expired(explanations, new Date().toISOString().slice(0, 10))
for (const { advisory, until } of old) {
  console.error(`${advisory} was explained until ${until}: look again, then change the date in ${explanationsFile}`)
}

const [program, ...npm] = npmCommand()
const { stdout, stderr } = spawnSync(program, [...npm, 'audit', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const findings = stdout.includes('{') ? parseAudit(stdout) : undefined
if (!findings) {
  const reason = /"(?:message|summary)": "([^"]+)"/.exec(stdout)?.[1] ?? stderr.split('\n')[0]
  console.error(
    `NOT CHECKED: the registry's audit endpoint did not answer (${reason}). Run this where it can be reached.`,
  )
}
const left = unexplained(findings ?? [], explanations)
for (const { severity, package: name, title, advisory } of left) {
  console.error(
    `${severity}: ${name}: ${title} (${advisory}). Update it, or explain in ${explanationsFile} why it does not apply`,
  )
}
if (findings && left.length === 0) console.log(`No known vulnerability (${findings.length} explained)`)
process.exitCode = old.length > 0 || left.length > 0 ? 1 : findings ? 0 : 2
