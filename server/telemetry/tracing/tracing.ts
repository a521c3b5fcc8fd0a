import { FastifyOtelInstrumentation } from '@fastify/otel'
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { withoutPersonalData } from './without-personal-data.ts'

const exportTimeoutMs = 3_000

/** Opens traces: a span for each request, for its handler and for each of its database queries, sent to the OTLP
 *  collector at `url`. Clients can't continue their own traces here. `close` sends what is left. */
export function openTracing(url: string, { observeQueries }: Pick<Database, 'observeQueries'>) {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(url), timeoutMillis: exportTimeoutMs })
  const processor = new BatchSpanProcessor(withoutPersonalData(exporter), { exportTimeoutMillis: exportTimeoutMs })
  const provider = new NodeTracerProvider({ spanProcessors: [processor] })
  // Without a propagator, the headers of a request can't name its trace.
  provider.register({ propagator: null })
  // Keeps the context, but libraries such as Better Auth add no spans, whose names this server doesn't choose.
  trace.disable()
  const stopObserving = observeQueries(queryObserver(provider.getTracer('clinic.database')))
  return {
    instrument: async (app: App) => {
      const instrumentation = openInstrumentation()
      instrumentation.setTracerProvider(provider)
      await app.register(instrumentation.plugin())
    },
    close: async () => {
      stopObserving()
      await provider.shutdown().catch(() => {})
      context.disable()
    },
  }
}

function tracesUrl(url: string) {
  return `${url.replace(/\/$/, '')}/v1/traces`
}

function openInstrumentation() {
  return new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, { id, method, routeOptions }) => {
      span.updateName(`${method} ${routeOptions.url ?? 'none'}`)
      span.setAttribute('clinic.request_id', id)
    },
    // Only handlers have a span of their own; its default name lists the plugins.
    lifecycleHook: (span) => span.updateName('handler'),
  })
}

// Only within a request: the polling of background jobs is no trace of its own.
function queryObserver(tracer: Tracer): Parameters<Database['observeQueries']>[0] {
  return (name) => {
    if (!trace.getActiveSpan()) return () => {}
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name }
    const span = tracer.startSpan(`query ${name}`, { kind: SpanKind.CLIENT, attributes })
    return (succeeded) => {
      if (!succeeded) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  }
}
