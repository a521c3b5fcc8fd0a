/** A JSON schema of the API description, as far as generated requests need it. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
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

/** Returns every operation of an API description. */
export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}
