import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { composeFile, deployFiles, problemsOf, readDeployFile, readEnvFile, readYaml, type Variables } from './files.ts'

const examples = deployFiles('**/*.env.example')

test.each(deployFiles('**/*.{yml,yaml}'))('%s is YAML', (path) => {
  expect(readYaml(path, z.record(z.string(), z.unknown()))).not.toEqual({})
})

test.each(examples)('%s names settings, and has no value that somebody could keep for a secret', (path) => {
  const variables = readEnvFile(readDeployFile(path))
  expect(problemsOf(variables)).toEqual([])
  const filled = Object.keys(variables).filter((name) => variables[name] !== '')
  expect(['NODE_ENV', 'TRUST_PROXY', 'DRAIN_SECONDS']).toEqual(expect.arrayContaining(filled))
})

test.each(deployFiles('docker/compose*.yml'))('%s sets what the server or another program reads', (path) => {
  const { services } = readYaml(path, composeFile)
  expect(Object.values(services).flatMap(({ environment }) => problemsOf(environment))).toEqual([])
})

test.each(deployFiles('docker/*Dockerfile'))('%s sets what the server or another program reads', (path) => {
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(readDeployFile(path)) ?? []
  const variables = readEnvFile(block.replaceAll(/\s*\\\n\s*/g, '\n'))
  expect(Object.keys(variables).length).toBeGreaterThan(2)
  expect(problemsOf(variables)).toEqual([])
})

// clinic-failed@ reports that another unit has failed, and does not run the server.
const servers = deployFiles('systemd/*.service').filter((path) => !path.includes('clinic-failed@'))
test.each(servers)('%s sets what the server or another program reads', (path) => {
  const [, line = ''] = /^Environment=(.*)$/m.exec(readDeployFile(path)) ?? []
  const variables = readEnvFile(line.replaceAll(' ', '\n'))
  expect(variables).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/var/lib/clinic' })
  expect(problemsOf(variables)).toEqual([])
})

test('what is in the settings of Kubernetes is a setting', () => {
  const literals = z.object({ configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })) })
  const { configMapGenerator } = readYaml('kubernetes/kustomization.yaml', literals)
  const variables = readEnvFile(configMapGenerator.flatMap((map) => map.literals).join('\n'))
  expect(variables).toHaveProperty('PUBLIC_URL')
  expect(problemsOf(variables)).toEqual([])
})

test('compose files refer to passwords that the example names', () => {
  const example = readEnvFile(readDeployFile('docker/database.env.example'))
  const text = deployFiles('docker/compose*.yml').map(readDeployFile).join('')
  const named = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  expect([...named].sort()).toEqual(Object.keys(example).sort())
})

test('git ignores the copies that get secrets', () => {
  const ignored = readFileSync('.gitignore', 'utf8')
  for (const path of deployFiles('{docker,kubernetes}/*.env.example')) {
    const copy = readDeployFile(path).match(/Copy this file to (\S+?)( beside .*)?[.;]?( |$)/m)?.[1]
    expect(ignored.split('\n')).toContain(`/deploy/${dirname(path)}/${copy}`)
  }
})

test('a wrong name and a wrong value are found', () => {
  const variables: Variables = { PUBLIC_ULR: '', DRAIN_SECONDS: 'ten', PORT: '', PATRONI_NAMES: 'a', PGHOST: 'a' }
  expect(problemsOf(variables)).toEqual([
    'nothing reads PUBLIC_ULR',
    'DRAIN_SECONDS=ten: a whole number, 0 to 300',
    'nothing reads PATRONI_NAMES',
  ])
})
