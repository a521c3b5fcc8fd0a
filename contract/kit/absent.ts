import { z } from 'zod/mini'

// Clients send null for a value that they don't have.

/** An optional field of a request, in which null means absent. */
export const optionalOrNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  )

/** An optional text of a request: empty if it is absent or null. */
export const textOrNull = <Schema extends z.ZodMiniType<string>>(schema: Schema) =>
  z._default(
    z.pipe(
      z.nullable(schema),
      z.transform((text) => text ?? ''),
    ),
    '',
  )
