import { index, integer, json, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AdapterPayload } from 'oidc-provider'
import { instant } from '#server/database/schema/columns.ts'
import { sandboxSchema } from '../schema.ts'

/** State of sign-ins, in oidc-provider's own form. `kind` is its model, such as `AuthorizationCode`; `consumed` is in
 *  seconds since 1970. The payload is not `jsonb`, which refuses some characters that a request can have. */
export const googleState = sandboxSchema.table(
  'google_state',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    grantId: text('grant_id'),
    payload: json('payload').$type<AdapterPayload>().notNull(),
    consumed: integer('consumed'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('google_state_of_grant').on(table.grantId),
    index('google_state_expiry').on(table.expiresAt),
  ],
)

/** Users made with 'Use another account'. A sign-in in progress needs them. */
export const googleUser = sandboxSchema.table(
  'google_user',
  {
    sub: text('sub').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('google_user_expiry').on(table.expiresAt)],
)
