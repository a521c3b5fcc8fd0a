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
const passwordSetters: Record<string, { field: string; ownerOf: (call: AuthCall) => Promise<Owner | undefined> }> = {
  '/sign-up/email': {
    field: 'password',
    ownerOf: async ({ body }) => owner.safeParse(body).data,
  },
  '/reset-password': { field: 'newPassword', ownerOf: ownerOfLink },
  '/change-password': { field: 'newPassword', ownerOf: async (call) => (await getSessionFromCtx(call))?.user },
}

type Options = {
  clinicName: () => Promise<string>
  /** In demo mode the length is the only rule. */
  demo: boolean
  /** Tells whether a password has leaked. */
  isBreached: (password: string) => Promise<boolean>
}

/** Returns a hook that refuses a weak or leaked password in the calls that set one, with the name of its field. A
 *  sign-in accepts any. */
export function refuseWeakPasswords(options: Options) {
  const whyWeak = openWeakness(options)
  const refuse = (field: string, message: string) =>
    Response.json({ message, code: 'WEAK_PASSWORD', errors: { [field]: message } }, { status: 400 })
  return async (call: AuthCall): Promise<Response | undefined> => {
    const setter = passwordSetters[call.path]
    const password = setter && form.safeParse(call.body).data?.[setter.field]
    if (!setter || typeof password !== 'string') return undefined
    const { email, name } = (await setter.ownerOf(call)) ?? { email: '', name: '' }
    const why = await whyWeak(password, { email, name })
    return why === undefined ? undefined : refuse(setter.field, why)
  }
}

/** Returns a function that says why a person's new password is refused; undefined if it is accepted. */
export function openWeakness({ clinicName, demo, isBreached }: Options) {
  const isWeak = demo ? async () => false : weakPasswords()
  return async (password: string, { email, name }: Owner): Promise<string | undefined> => {
    if (await isWeak(password, { email, name, clinicName: await clinicName() })) return message
    return (await isBreached(password)) ? breachedMessage : undefined
  }
}

// Reads the link without using it up, so that it works after a refusal.
async function ownerOfLink({ body, context: { internalAdapter } }: AuthCall): Promise<Owner | undefined> {
  const token = link.safeParse(body).data?.token
  const found = token === undefined ? null : await internalAdapter.findVerificationValue(resetPrefix + token)
  return (found && (await internalAdapter.findUserById(found.value))) ?? undefined
}
