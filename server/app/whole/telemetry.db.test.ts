import { afterEach, expect, inject, it } from 'vitest'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { freePort } from '#testbed/free-port.ts'

const engine = inject('engine')
let server: Server | undefined
afterEach(() => server?.stop())

// Logs each module of the two packages that the process loads.
const hook = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const [, name] = url.match(/node_modules\\/(prom-client|@opentelemetry\\/sdk-trace)\\//) ?? []
    if (name) process.stderr.write('loads ' + name + '\\n')
    return next(url, context)
  },
})`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`

it.each([
  ['nothing without a setting', async () => ({}), []],
  ['metrics for METRICS_PORT', async () => ({ METRICS_PORT: String(await freePort()) }), ['prom-client']],
  [
    'traces for OTEL_EXPORTER_OTLP_ENDPOINT',
    async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
    ['@opentelemetry/sdk-trace'],
  ],
])('loads %s', async (_what, env, loaded) => {
  const databaseServer = engine.kind === 'postgres' ? engine.url : undefined
  server = await startServer({ fromSource: true, databaseServer, env: { NODE_OPTIONS, ...(await env()) } })
  expect(await server.kill('SIGTERM')).toBe(0)
  expect([...new Set([...server.log().matchAll(/^loads (.+)$/gm)].map(([, name]) => name))]).toEqual(loaded)
})
