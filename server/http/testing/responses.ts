import { z } from 'zod'
import type { DeclaredResponse, Description, Operation } from './operations.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]
type ActualResponse = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Returns a function that compares a response with its operation's declaration for that status and content type. It
 *  returns the difference, or undefined without one. */
export function responseChecker(description: Description) {
  const schemas = new Map<object, z.ZodType>()
  const schemaFor = (declared: object) => {
    const known = schemas.get(declared) ?? z.fromJSONSchema(withoutReferences(declared, description) as JsonSchema)
    schemas.set(declared, known)
    return known
  }
  return ({ responses }: Operation, { statusCode, headers, body }: ActualResponse): string | undefined => {
    const declared = responses[statusCode]
    if (!declared) return `the status ${statusCode} is not declared`
    const { content } = resolved(declared, description)
    if (!content) return body === '' ? undefined : `a body, where none is declared for ${statusCode}`
    const type = String(headers['content-type']).replace(/;.*/, '')
    const schema = content[type]?.schema
    if (!schema) return `${type}, where ${Object.keys(content).join(' or ')} is declared for ${statusCode}`
    const { error } = schemaFor(schema).safeParse(type.endsWith('json') ? JSON.parse(body) : body)
    return error && `a body that its schema does not allow: ${z.prettifyError(error)}`
  }
}

/** Returns a declared response with its reference resolved. */
export function resolved(declared: DeclaredResponse, description: Description): DeclaredResponse {
  return declared.$ref ? (find(declared.$ref, description) as DeclaredResponse) : declared
}

function find(reference: string, description: Description): unknown {
  const [, , kind = '', name = ''] = reference.split('/')
  const found = description.components[kind]?.[name]
  if (!found) throw new Error(`${reference} leads nowhere`)
  return found
}

function withoutReferences(value: unknown, description: Description): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, description))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return withoutReferences(find(String(value.$ref), description), description)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutReferences(each, description)]))
}
