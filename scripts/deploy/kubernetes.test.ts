import { expect, test } from 'vitest'
import { z } from 'zod'
import { deployFiles, problemsOf, readDeployFile, readEnvFile, readYaml, shutdownSeconds } from './files.ts'

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
})
const deployment = readYaml(
  'kubernetes/deployment.yaml',
  z.object({
    spec: z.object({
      replicas: z.number(),
      selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.number() }) }),
      template: z.object({
        metadata: z.object({
          labels: z.record(z.string(), z.string()),
          annotations: z.record(z.string(), z.string()),
        }),
        spec: z.object({
          terminationGracePeriodSeconds: z.number(),
          containers: z.tuple([
            z.object({
              image: z.string(),
              env: z.array(z.object({ name: z.string() })),
              ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
              startupProbe: probe,
              readinessProbe: probe,
              livenessProbe: probe,
            }),
          ]),
        }),
      }),
    }),
  }),
)
const { template, ...spec } = deployment.spec
const [container] = template.spec.containers
const portNames = container.ports.map(({ name }) => name)
const kustomization = readYaml(
  'kubernetes/kustomization.yaml',
  z.object({
    resources: z.array(z.string()),
    images: z.tuple([z.object({ name: z.string(), newTag: z.string() })]),
    configMapGenerator: z.tuple([z.object({ literals: z.array(z.string()) })]),
  }),
)
const variables = readEnvFile(kustomization.configMapGenerator[0].literals.join('\n'))
const seconds = (name: string) => z.coerce.number().parse(variables[name])

test('kustomization.yaml lists every manifest, and names the image of the deployment', () => {
  const manifests = deployFiles('kubernetes/*.yaml').map((file) => file.replace('kubernetes/', ''))
  expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(manifests)
  expect(kustomization.images[0]).toMatchObject({ name: container.image, newTag: expect.stringMatching(/^\d/) })
})

test('a pod has longer to stop than the server takes, and to start than it waits for the database', () => {
  const { terminationGracePeriodSeconds } = template.spec
  expect(terminationGracePeriodSeconds).toBeGreaterThan(seconds('DRAIN_SECONDS') + shutdownSeconds())
  const { periodSeconds, failureThreshold } = container.startupProbe
  expect(periodSeconds * failureThreshold).toBeGreaterThan(seconds('DATABASE_WAIT_SECONDS') + 60)
  expect(spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
})

test('a pod that stops is known not to be ready long before it takes no more requests', () => {
  const { httpGet, periodSeconds, failureThreshold } = container.readinessProbe
  expect(periodSeconds * failureThreshold * 2).toBeLessThan(seconds('DRAIN_SECONDS'))
  expect(httpGet.path).toBe('/readyz')
})

test('probes ask paths of the server, and only readiness depends on the database', () => {
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
  expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/readyz', '/healthz'])
  for (const { httpGet } of probes) {
    expect(portNames).toContain(httpGet.port)
  }
})

test('ports are those of the image and of the settings', () => {
  const [, port] = /\bPORT=(\d+)/.exec(readDeployFile('docker/Dockerfile')) ?? []
  const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, String(containerPort)]))
  expect(ports).toEqual({ http: port, metrics: variables.METRICS_PORT })
  expect(template.metadata.annotations['prometheus.io/port']).toBe(variables.METRICS_PORT)
  const service = z.object({ spec: z.object({ ports: z.array(z.object({ targetPort: z.string() })) }) })
  for (const { targetPort } of readYaml('kubernetes/service.yaml', service).spec.ports)
    expect(portNames).toContain(targetPort)
})

test('the variables of the container are settings', () => {
  expect(problemsOf(Object.fromEntries(container.env.map(({ name }) => [name, ''])))).toEqual([])
})

test('everything that selects the app selects its pods, and one pod stays when nodes are drained', () => {
  const label = spec.selector.matchLabels
  expect(template.metadata.labels).toMatchObject(label)
  const selecting = ['service', 'disruption-budget', 'network-policy', 'database-network-policy']
  const [[name = '', value = ''] = []] = Object.entries(label)
  for (const file of selecting) expect(readDeployFile(`kubernetes/${file}.yaml`)).toContain(`{ ${name}: ${value} }`)
  const budget = z.object({ spec: z.object({ minAvailable: z.number() }) })
  expect(readYaml('kubernetes/disruption-budget.yaml', budget).spec.minAvailable).toBeLessThan(spec.replicas)
})

test('PUBLIC_URL is the host of the ingress', () => {
  const ingress = readYaml(
    'kubernetes/ingress.yaml',
    z.object({
      spec: z.object({
        tls: z.array(z.object({ hosts: z.array(z.string()) })),
        rules: z.array(z.object({ host: z.string() })),
      }),
    }),
  )
  const { host } = new URL(variables.PUBLIC_URL ?? '')
  expect(ingress.spec.rules.map((rule) => rule.host)).toEqual([host])
  expect(ingress.spec.tls.flatMap(({ hosts }) => hosts)).toEqual([host])
})

test('an appointment is confirmed when two nodes have it', () => {
  const cluster = z.object({
    spec: z.object({
      instances: z.number(),
      postgresql: z.object({
        synchronous: z.object({ number: z.number(), dataDurability: z.string(), failoverQuorum: z.boolean() }),
      }),
    }),
  })
  expect(readYaml('kubernetes/database.yaml', cluster).spec).toMatchObject({
    instances: 3,
    postgresql: { synchronous: { number: 1, dataDurability: 'required', failoverQuorum: true } },
  })
})
