import { createPrivateKey, hkdfSync } from 'node:crypto'
import Provider, { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { memory } from './memory.ts'
import type { People, Person } from './people.ts'

const scope = 'openid email profile'

/** Who may send people here, and where to. */
type Client = { clientId: string; clientSecret: string; redirectUris: string[] }

type Parts = {
  issuer: string
  client: Client
  people: People
  secret: string
  /** Where an account is chosen. */
  chooserAt: (uid: string) => string
  showError: (context: KoaContextWithOIDC, message: string) => void
}

/** An OpenID provider (OpenID Connect Core 1.0) for one client: discovery, keys, and the code flow with PKCE by S256. Its keys
 *  come of `secret`, so that every instance, and the next start, has the same. */
export function openProvider({ issuer, client, people, secret, chooserAt, showError }: Parts): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return new Provider(issuer, {
    adapter: memory(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'EdDSA',
      },
    ],
    jwks: { keys: [signingKey(secret)] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: { keys: [derive(secret, 'stand-in cookies').toString('hex')] },
    scopes: scope.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google too puts the claims into the ID token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => chooserAt(uid) },
    findAccount: (_context, sub) => accountOf(people.find(sub)),
    loadExistingGrant: grantAll,
    expiresWithSession: () => false,
    ttl: { Interaction: 600, AuthorizationCode: 60, AccessToken: 300, IdToken: 300, Grant: 600, Session: 600 },
    renderError: (context, out) => showError(context, out.error_description ?? out.error),
  })
}

function accountOf(person: Person | undefined) {
  if (!person) return undefined
  const { sub, name, email, verified } = person
  const picture = `https://example.com/${sub}.jpg`
  return { accountId: sub, claims: () => ({ sub, name, picture, email, email_verified: verified }) }
}

// Choosing an account is the consent: the one client is this site.
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { clientId } = oidc.client ?? {}
  const { accountId } = oidc.session ?? {}
  if (!clientId || !accountId) return undefined
  const grant = new oidc.provider.Grant({ clientId, accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

// RFC 8410, 7: an Ed25519 private key in PKCS #8 is this prefix and 32 bytes, any 32 bytes.
function signingKey(secret: string) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), derive(secret, 'stand-in key')])
  return { ...createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }), use: 'sig' }
}

function derive(secret: string, purpose: string) {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
