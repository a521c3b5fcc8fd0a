// Whether the settings of each way to deploy, once filled in, start a production server.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config/config.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { composeFile, readDeployFile, readEnvFile, readYaml, type Variables } from './files.ts'
import { readDockerfile } from './image/dockerfile.ts'

const dockerfile = readDockerfile(readDeployFile('docker/Dockerfile'))
const image = Object.assign(
  {},
  ...(dockerfile.stages.at(-1)?.steps.map((step) => step.kind === 'env' && step.variables) ?? []),
)

/** What a clinic fills in. */
const filledIn: Variables = {
  ...sampleClinic,
  PUBLIC_URL: 'https://clinic.example',
  AUTH_SECRET: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldA',
  DATABASE_URL: 'postgres://clinic:x@database/clinic',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

const literals = z.object({ configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })) })
const pod = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            command: z.array(z.string()).optional(),
            args: z.array(z.string()).optional(),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            volumeMounts: z.array(z.object({ mountPath: z.string() })),
          }),
        ),
      }),
    }),
  }),
})
const containers = readYaml('kubernetes/deployment.yaml', pod).spec.template.spec.containers

const appOf = (file: string, name: string) => readYaml(file, composeFile).services[name]?.environment ?? {}
const example = (file: string) => readEnvFile(readDeployFile(file))
const lines = (text: string) => readEnvFile(text.replaceAll(' ', '\n'))

const ways: [string, Variables][] = [
  [
    'docker/compose.small.yml',
    { ...image, ...example('docker/clinic.env.example'), ...appOf('docker/compose.small.yml', 'app') },
  ],
  [
    'docker/compose.yml',
    { ...image, ...example('docker/clinic.env.example'), ...appOf('docker/compose.yml', 'app-1') },
  ],
  [
    'kubernetes',
    {
      ...image,
      ...readEnvFile(
        readYaml('kubernetes/kustomization.yaml', literals)
          .configMapGenerator.flatMap((map) => map.literals)
          .join('\n'),
      ),
      ...example('kubernetes/secret.env.example'),
      ...Object.fromEntries(containers.flatMap(({ env }) => env.map(({ name, value = 'x' }) => [name, value]))),
    },
  ],
  [
    'systemd',
    {
      ...example('systemd/clinic.env.example'),
      ...lines(
        /^Environment=(.*)$/m.exec(readDeployFile('systemd/clinic@.service'))?.[1]?.replaceAll('%i', '3000') ?? '',
      ),
    },
  ],
]

/** Returns the variables with what a clinic fills in for empty values, and for those that refer to passwords. */
function fillIn(variables: Variables): Variables {
  const isOpen = (value: string) => value === '' || value.includes('$')
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, isOpen(value) ? (filledIn[name] ?? '') : value]),
  )
}

describe.each(ways)('%s', (_way, variables) => {
  const filled = fillIn(variables)

  test('starts in production, with a database and without a word about its variables', () => {
    expect(readConfig(filled)).toMatchObject({ production: true, demo: false, misspelt: [] })
    expect(readConfig(filled).databaseUrl).toMatch(/^postgres:/)
  })

  test.each(Object.keys(sampleClinic))('does not start without %s', (name) => {
    expect(() => readConfig({ ...filled, [name]: '' })).toThrow(`NODE_ENV is "production": set ${name}`)
  })

  test('does not start without a database that a setting names', () => {
    expect(() => readConfig({ ...filled, DATABASE_URL: '' })).toThrow('set DATABASE_URL to a PostgreSQL database, or')
  })
})

test('the pods run what the image runs, and mount a volume where the image has its data', () => {
  for (const { command, args, volumeMounts } of containers) {
    expect([command, args]).toEqual([undefined, undefined])
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(image.DATA_DIR)
  }
})

test('the apps of the compose files run what the image runs, and publish its port', () => {
  const app = z.object({
    services: z.record(
      z.string(),
      z.object({
        command: z.unknown().optional(),
        entrypoint: z.unknown().optional(),
        build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
        ports: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
      }),
    ),
  })
  for (const file of ['docker/compose.small.yml', 'docker/compose.yml']) {
    const { services } = readYaml(file, app)
    for (const [name, service] of Object.entries(services)) {
      const named = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on)
      expect(
        named.filter((other) => !(other in services)),
        name,
      ).toEqual([])
      const { build } = service
      if (build) expect(existsSync(`deploy/docker/${build.context}/${build.dockerfile}`), name).toBe(true)
      if (!name.startsWith('app')) continue
      expect([service.command, service.entrypoint]).toEqual([undefined, undefined])
      expect(service.volumes.map((volume) => volume.split(':')[1])).toContain(image.DATA_DIR)
      for (const port of service.ports) expect(port).toMatch(new RegExp(`:${image.PORT}$`))
    }
  }
})
