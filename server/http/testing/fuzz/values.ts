import fc from 'fast-check'
import type { Description, Schema } from '../operations.ts'

/** Valid values by the name of a field or parameter. */
export type Known = Record<string, readonly unknown[]>

/** JSON that JSON.stringify can't write, in the place where `toJson` writes it. */
const raw = (json: string) => `@@${json}@@`

/** Returns JSON, also with what only text can hold, such as 1e400. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(/"@@([^"@]+)@@"/g, '$1')
}

const hostileText =
  `,0,-1,null,undefined,__proto__,constructor,../../etc/passwd,' OR 1=1 --,<script>,%00,%,+,//evil.example,/\\evil.example
a@b,@,a b@example.org,2026-11-21,pi_,pi_unknown,00000000-0000-0000-0000-000000000000,true,NaN,1e400,{{7*7}},\${7*7}`
    .split(/[,\n]/)
    .concat('Feb 30, 2027', 'Nov 21, 9999', 'Jan 1, 0001', '\r\nSet-Cookie: a=b')
const unicode = [
  '\u202Etxt',
  '\u200B',
  '💥'.repeat(300),
  'ﷺ',
  'İ',
  'ß',
  'e\u0301',
  '\uFEFFa',
  '\uD83E',
  '\u2028',
  '１２３',
]
// PostgreSQL can't store these.
const nullBytes = ['\u0000', 'a\u0000b', 'a@example.org\u0000']
const numbers = [0, -0, -1, 1.5, 0.1 + 0.2, 1e-300, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63]
const rawNumbers = ['1e400', '-1e400', '1E-400', '9'.repeat(400), `0.${'1'.repeat(400)}`].map(raw)
const objects: unknown[] = [{}, [], [null], { a: { b: {} } }, { length: 1 }, { toString: 'x' }]
const prototypes = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty'].map((key) =>
  Object.fromEntries([[key, { isAdmin: true, role: 'admin' }]]),
)

/** Kinds of wrong value; `bounds` are the limits that the description has. */
const wrongValues = (bounds: number[]): Record<string, fc.Arbitrary<unknown>> => ({
  'wrong type': fc.constantFrom(null, true, false, 7, 'text', ...objects),
  'too long': fc.constantFrom(20_000, 60_000, 70_000).map((length) => 'x'.repeat(length)),
  boundary: fc
    .tuple(fc.constantFrom(...bounds), fc.constantFrom(-1, 0, 1), fc.boolean())
    .map(([bound, by, asText]) => (asText && bound < 20_000 ? 'x'.repeat(Math.max(0, bound + by)) : bound + by)),
  unicode: fc.oneof(fc.constantFrom(...unicode), fc.string({ unit: 'binary', maxLength: 40 })),
  'null byte': fc.constantFrom(...nullBytes),
  prototype: fc.constantFrom<unknown>(...prototypes),
  'huge number': fc.constantFrom<unknown>(...numbers, ...rawNumbers),
  'deep nesting': fc.constantFrom(nested(50), raw('['.repeat(5_000) + ']'.repeat(5_000))),
  'hostile text': fc.constantFrom(...hostileText),
  json: fc.jsonValue({ maxDepth: 3 }),
})

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** Returns an arbitrary for a wrong value and the name of what is wrong with it. */
export function wrongValue(bounds: number[]): fc.Arbitrary<[kind: string, value: unknown]> {
  const kinds = Object.entries(wrongValues(bounds))
  return fc.oneof(...kinds.map(([kind, value]) => value.map((each): [string, unknown] => [kind, each])))
}

/** Returns the limits of lengths and numbers in an API description. */
export function boundsIn(description: Description): number[] {
  const found = new Set<number>([0, 1])
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      if (/^(min|max)/.test(key) && typeof each === 'number') found.add(each)
      visit(each)
    }
  }
  visit(description)
  return [...found]
}

/** Returns an arbitrary for values that a schema allows. A field or parameter with a name in `known` gets one of those
 *  values. */
export function validValue(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => validValue(option, known, name)))
  const values = schema.enum ?? known[name]?.filter((value) => isOfType(value, schema.type))
  if (values?.length) return fc.constantFrom(...values)
  switch (schema.type) {
    case 'object':
      return validObject(schema, known)
    case 'array':
      return fc.array(validValue(schema.items ?? {}, known, name.replace(/s$/, '')), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 100, 5_000) })
    case 'number':
      return fc.constantFrom(1, 59, 10.5)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return validText(schema)
  }
}

function isOfType(value: unknown, type: string | undefined) {
  if (type === 'array' || type === 'object') return false
  return type === undefined || typeof value === (type === 'integer' ? 'number' : type)
}

function validObject({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, validValue(field, known, name)]),
  )
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) })
}

function validText({ pattern, minLength = 1, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, 60)
  const words = fc.constantFrom('text', 'Came in vain', 'Zoë O’Brien', '口腔').map((text) => text.slice(0, most))
  if (!pattern || pattern.includes('\\p')) return words
  try {
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, 200))
  } catch {
    return minLength > most ? fc.constant('x'.repeat(minLength)) : words
  }
}
