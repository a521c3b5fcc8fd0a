// What the programs themselves say about the files. Each test is skipped where its program is not installed.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeFile, deployFiles, readDeployFile, readYaml, shutdownSeconds, type Variables } from './files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, args: string[], variables: Variables = {}) {
  const env = { ...process.env, ...variables }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  return { status, output: `${stdout}${stderr}` }
}

const succeeds = (program: string, ...args: string[]) => run(program, args).status === 0
const haproxyFile = 'deploy/cluster/haproxy.cfg'

describe.skipIf(!succeeds('systemd-analyze', '--version'))('systemd', () => {
  // The project is not in /opt/clinic here.
  const verify = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text.replaceAll('/opt/clinic/node_modules/.bin/node', process.execPath))
    return run('systemd-analyze', ['verify', '--man=no', file]).output
  }

  test.each(deployFiles('systemd/*.{service,timer}'))('finds nothing in %s', (path) => {
    for (const each of deployFiles('systemd/*.service')) verify(each.replace('systemd/', ''), readDeployFile(each))
    expect(verify(path.replace('systemd/', ''), readDeployFile(path))).toBe('')
  })

  test.each(deployFiles('systemd/*.service'))('gives %s less than 2 of 10 for exposure', (path) => {
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=20', `deploy/${path}`]
    expect(run('systemd-analyze', args)).toMatchObject({ status: 0 })
  })

  test('finds a directive that does not exist', () => {
    const text = readDeployFile('systemd/clinic-backup.service').replace('PrivateTmp', 'PrivatTmp')
    expect(verify('wrong.service', text)).toMatch(/Unknown key .*PrivatTmp/)
  })
})

test('a backup that fails starts a unit that exists and writes to the journal as critical', () => {
  const [, unit = ''] = /^OnFailure=(.+)$/m.exec(readDeployFile('systemd/clinic-backup.service')) ?? []
  expect(unit).toBe('clinic-failed@%p.service')
  const text = readDeployFile(`systemd/${unit.replace('%p', '')}`)
  expect(text).toMatch(/^SyslogLevel=crit$/m)
})

test('docs/deploying.md copies every unit', () => {
  const steps = readFileSync('docs/deploying.md', 'utf8')
  const units = deployFiles('systemd/*.{service,timer}').map((path) => path.replace('systemd/', ''))
  expect(units.filter((unit) => !steps.includes(`\`${unit}\``))).toEqual([])
})

test('systemd waits longer than the server takes to stop', () => {
  const [, wait] = /^TimeoutStopSec=(\d+)$/m.exec(readDeployFile('systemd/clinic@.service')) ?? []
  const [, drain] = /^DRAIN_SECONDS=(\d+)$/m.exec(readDeployFile('systemd/clinic.env.example')) ?? []
  expect(Number(wait)).toBeGreaterThan(Number(drain) + shutdownSeconds())
})

describe.skipIf(!succeeds('kubectl', 'version', '--client'))('kubectl', () => {
  test('puts the manifests together', () => {
    const copy = join(folder, 'kubernetes')
    cpSync('deploy/kubernetes', copy, { recursive: true })
    writeFileSync(join(copy, 'secret.env'), readFileSync(join(copy, 'secret.env.example')))
    const { status, output } = run('kubectl', ['kustomize', copy])
    expect({ status, output }).toMatchObject({ status: 0 })
    const kinds = [...output.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Cluster', 'ConfigMap', 'Secret', 'Ingress']))
    // The names with hashes are those that the deployment uses.
    for (const kind of ['configMapRef', 'secretRef'])
      expect(output).toMatch(new RegExp(`${kind}:\\n +name: clinic-\\w+`))
  })
})

describe.skipIf(!succeeds('docker', 'compose', 'version'))('docker compose', () => {
  test.each(deployFiles('docker/compose*.yml'))('accepts %s', (path) => {
    cpSync('deploy', folder, { recursive: true })
    cpSync(join(folder, 'docker/clinic.env.example'), join(folder, 'docker/clinic.env'))
    const passwords = [...readDeployFile('docker/database.env.example').matchAll(/^(\w+)=$/gm)]
    const variables = Object.fromEntries(passwords.map(([, name = '']) => [name, 'x']))
    const result = run('docker', ['compose', '--file', join(folder, path), 'config', '--quiet'], variables)
    expect(result).toEqual({ status: 0, output: '' })
  })
})

describe.skipIf(!succeeds('haproxy', '-v'))('haproxy', () => {
  test('accepts its file with the variables of compose.yml', () => {
    const { haproxy } = readYaml('docker/compose.yml', composeFile).services
    const result = run('haproxy', ['-c', '-f', haproxyFile], haproxy?.environment)
    expect(result).toMatchObject({ status: 0, output: expect.not.stringMatching(/warning|alert/i) })
  })
})
