import fc from 'fast-check'

type Schema = { type?: string; properties?: Record<string, Schema>; enum?: unknown[]; maxLength?: number }
type Parameter = { name: string; in: string; schema?: Schema }
/** One operation of the OpenAPI description. */
export type Operation = {
  operationId: string
  method: string
  path: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, DeclaredResponse>
}
/** A response of the API description, or a reference to one. */
export type DeclaredResponse = { $ref?: string; content?: Record<string, { schema?: object }> }
/** The parts of an API description that tests read. */
export type Description = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: Record<string, Record<string, object>>
}

/** Valid values by the name of a field or parameter. */
export type Known = Record<string, readonly unknown[]>

const hostileText =
  `,0,-1,null,undefined,__proto__,../../etc/passwd,' OR 1=1 --,<script>,%00,%,+,//evil.example,/\\evil.example
a@b,@,a b@example.org,2026-11-21,pi_,pi_unknown,00000000-0000-0000-0000-000000000000`
    .split(/[,\n]/)
    .concat(
      'Feb 30, 2027',
      'Nov 21, 9999',
      '\r\nSet-Cookie: a=b',
      '\u202Etxt',
      '\u200B',
      '💥'.repeat(300),
      '0'.repeat(400),
    )
    .concat('x'.repeat(20_000), `${'a'.repeat(250)}@example.org`)
// PostgreSQL can't store these.
const unstorable = ['\u0000', 'a\u0000b', '\uD83E']
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...unstorable),
  fc.constantFrom<unknown>(...hostileText),
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [[[]]], { a: { b: {} } }),
  fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.jsonValue({ maxDepth: 3 })),
)

function value({ type, enum: options }: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const valid = known[name] ?? options ?? byType[type ?? ''] ?? ['text']
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...valid) }, { weight: 1, arbitrary: hostile })
}

const byType: Record<string, unknown[]> = { integer: [1, 2, 50], number: [1, 59], boolean: [true, false] }

function bodyOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, value(field, name, known)] as const,
  )
  const model = Object.fromEntries(fields)
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(model) },
    { weight: 2, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 1, arbitrary: hostile },
  )
}

/** Returns an arbitrary for requests to an operation. A string `payload` is sent unchanged. */
function requestTo(operation: Operation, known: Known) {
  const of = (place: string) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema = {} }) => [name, value(schema, name, known)] as const)
  const json = operation.requestBody?.content['application/json']?.schema
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.constantFrom<'nobody' | 'patient' | 'admin'>('nobody', 'patient', 'patient', 'admin', 'admin'),
    params: fc.record(Object.fromEntries(of('path'))),
    query: fc.record(Object.fromEntries(of('query')), { requiredKeys: [] }),
    payload: json ? bodyOf(json, known) : fc.constant(undefined),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'nonsense',
          'multipart/form-data',
        ),
      },
    ),
    isTruncated: fc.integer({ min: 0, max: 24 }).map((n) => n === 0),
  })
}

/** Returns `count` requests to the operations of an API description; most are valid, many hostile. Equal seeds give equal requests. */
export function generateRequests(
  description: Description,
  known: Known,
  { seed, count }: { seed: number; count: number },
) {
  const each = operationsOf(description).map((operation) => ({
    weight: operation.parameters || operation.requestBody ? 3 : 1,
    arbitrary: requestTo(operation, known),
  }))
  return fc.sample(fc.oneof(...each), { seed, numRuns: count })
}
export type GeneratedRequest = ReturnType<typeof generateRequests>[number]

/** Returns every operation of an API description. */
export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

/** Returns the URL of a request. Replaces empty and dotted parameters, which would change the path. */
export function urlOf({ operation, params, query }: GeneratedRequest): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const text = textOf(params[name])
    return /^\.{0,2}$/.test(text) ? '%20' : encodeURIComponent(text)
  })
  const search = Object.entries(query).map(([name, each]) => `${name}=${encodeURIComponent(textOf(each))}`)
  return search.length > 0 ? `${path}?${search.join('&')}` : path
}

function textOf(input: unknown) {
  return (typeof input === 'string' ? input : (JSON.stringify(input) ?? '')).toWellFormed()
}
