import { createPrivateKey } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import Provider, { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Db } from '#server/database/db.ts'
import { basePath, deriveKey, type sandboxAccount } from './account.ts'
import { databaseAdapter } from './adapter.ts'
import { chooserPath, endedPage } from './site/chooser.ts'
import type { User, Users } from './user.ts'

const scope = 'openid email profile'

type Deps = {
  db: Db
  publicUrl: string
  account: ReturnType<typeof sandboxAccount>
  redirectUris: string[]
  users: Users
  secret: string
  siteName: string
  /** Headers of error pages. */
  headers: Record<string, string>
  log: FastifyBaseLogger
}

/** Opens an OpenID provider (OpenID Connect Core 1.0) for one client: discovery, keys, and the code flow with PKCE
 *  (S256). */
export function openProvider({
  db,
  publicUrl,
  account,
  redirectUris,
  users,
  secret,
  siteName,
  headers,
  log,
}: Deps): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(publicUrl + basePath, {
    adapter: databaseAdapter(db),
    clients: [
      {
        client_id: account.clientId,
        client_secret: account.clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'EdDSA',
      },
    ],
    jwks: { keys: [signingKey(secret)] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: { keys: [deriveKey(secret, 'stand-in cookies').toString('hex')] },
    scopes: scope.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google puts the claims into the ID token, too.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `${chooserPath}/${uid}` },
    findAccount: async (_context, sub) => toAccount(await users.find(sub)),
    loadExistingGrant: grantAll,
    expiresWithSession: () => false,
    ttl: { Interaction: 600, AuthorizationCode: 60, AccessToken: 300, IdToken: 300, Grant: 600, Session: 600 },
    renderError: (context, out) => {
      context.set({ ...headers, 'content-type': 'text/html; charset=utf-8' })
      context.body = endedPage(siteName, out.error_description ?? out.error)
    },
  })
  provider.on('server_error', (_context, { name }) => log.error({ name }, 'the stand-in for Google failed'))
  return provider
}

function toAccount(user: User | undefined) {
  if (!user) return undefined
  const { sub, name, email, verified } = user
  const picture = `https://example.com/${sub}.jpg`
  return { accountId: sub, claims: () => ({ sub, name, picture, email, email_verified: verified }) }
}

// No consent screen: the only client is this site.
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { clientId } = oidc.client ?? {}
  const { accountId } = oidc.session ?? {}
  if (!clientId || !accountId) return undefined
  const grant = new oidc.provider.Grant({ clientId, accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

// RFC 8410, 7: an Ed25519 private key in PKCS #8 is this prefix and any 32 bytes.
function signingKey(secret: string) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), deriveKey(secret, 'stand-in key')])
  return { ...createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }), use: 'sig' }
}
