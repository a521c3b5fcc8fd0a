import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'

// The libraries add others: the address of the request, which contains emails and tokens, and the messages of errors,
// which contain SQL with its values.
const allowed = new Set([
  'clinic.request_id',
  'db.operation.name',
  'db.system.name',
  'http.request.method',
  'http.response.status_code',
  'http.route',
])

const resource: ReadableSpan['resource'] = {
  attributes: { 'service.name': 'dental-clinic' },
  merge: () => resource,
  getRawAttributes: () => [],
}

/** Returns an exporter that passes on only what is known to contain no personal data. */
export function withoutPersonalData(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(toAnonymous), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function toAnonymous(span: ReadableSpan): ReadableSpan {
  const { name, kind, spanContext, parentSpanContext, startTime, endTime, duration, ended } = span
  return {
    ...{ name, kind, startTime, endTime, duration, ended, resource },
    spanContext: () => spanContext.call(span),
    ...(parentSpanContext && { parentSpanContext }),
    status: { code: span.status.code },
    attributes: Object.fromEntries(Object.entries(span.attributes).filter(([key]) => allowed.has(key))),
    links: [],
    events: [],
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}
