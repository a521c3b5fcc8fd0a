import { type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { weakPasswords } from './weak.ts'

/** A call to Better Auth, as its hooks receive it. */
export type AuthCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const form = z.record(z.string(), z.unknown())
const owner = z.object({ email: z.string(), name: z.string() })
type Owner = z.infer<typeof owner>
const link = z.object({ token: z.string() })
const breachedMessage =
  'This password appears in lists of passwords that leaked from other sites. Please choose another.'
const message = 'Please choose a password that is less common and harder to guess.'

/** Prefix of the identifiers of password-reset links in Better Auth's table. */
export const resetPrefix = 'reset-password:'

/** The calls that set a password: its field, and the user whom it is for. */
const passwordSetters = (
  findClaimed: Options['findClaimed'],
): Record<string, { field: string; ownerOf: (call: AuthCall) => Promise<Owner | undefined> }> => ({
  '/sign-up/email': {
    field: 'password',
    ownerOf: async ({ body }) => owner.safeParse(body).data,
  },
  '/change-password': { field: 'newPassword', ownerOf: async (call) => (await getSessionFromCtx(call))?.user },
  '/reset-password': { field: 'newPassword', ownerOf: (call) => ownerOfLink(call, findClaimed) },
})

type Options = {
  clinicName: () => Promise<string>
  /** In demo mode the length is the only rule. */
  demo: boolean
  /** Tells whether a password has leaked. */
  isBreached: (password: string) => Promise<boolean>
  /** Returns whose account a link is to make; undefined for a link that is for an account. */
  findClaimed: (value: string) => Promise<Owner | undefined>
}

/** Tells what is wrong with a password for its owner, in a sentence; undefined if nothing is. */
export type PasswordRule = (password: string, owner: Owner) => Promise<string | undefined>

/** Returns the rule for new passwords. */
export function passwordRule({ clinicName, demo, isBreached }: Omit<Options, 'findClaimed'>): PasswordRule {
  const isWeak = demo ? async () => false : weakPasswords()
  return async (password, { email, name }) => {
    if (await isWeak(password, { email, name, clinicName: await clinicName() })) return message
    return (await isBreached(password)) ? breachedMessage : undefined
  }
}

/** Returns a hook that refuses a weak or leaked password in the calls that set one, with the name of its field. A
 *  sign-in accepts any. */
export function refuseWeakPasswords({ clinicName, demo, isBreached, findClaimed }: Options) {
  const setters = passwordSetters(findClaimed)
  const faultOf = passwordRule({ clinicName, demo, isBreached })
  const refuse = (field: string, message: string) =>
    Response.json({ message, code: 'WEAK_PASSWORD', errors: { [field]: message } }, { status: 400 })
  return async (call: AuthCall): Promise<Response | undefined> => {
    const setter = setters[call.path]
    const password = setter && form.safeParse(call.body).data?.[setter.field]
    if (!setter || typeof password !== 'string') return undefined
    const fault = await faultOf(password, (await setter.ownerOf(call)) ?? { email: '', name: '' })
    return fault === undefined ? undefined : refuse(setter.field, fault)
  }
}

// Reads the link without using it up, so that it works after a refusal.
async function ownerOfLink(
  { body, context: { internalAdapter } }: AuthCall,
  findClaimed: Options['findClaimed'],
): Promise<Owner | undefined> {
  const token = link.safeParse(body).data?.token
  const found = token === undefined ? null : await internalAdapter.findVerificationValue(resetPrefix + token)
  if (!found) return undefined
  return (await findClaimed(found.value)) ?? (await internalAdapter.findUserById(found.value)) ?? undefined
}
