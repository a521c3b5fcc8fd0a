import { type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { weakPasswords } from './weak.ts'

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
type Owner = { email: string; name: string }

const form = z.record(z.string(), z.unknown())
const person = z.object({ email: z.string(), name: z.string() })
const link = z.object({ token: z.string() })
const nobody: Owner = { email: '', name: '' }
const message = 'Please choose a password that is less common and harder to guess.'

/** How Better Auth names a password-reset link in its table. */
export const resetPrefix = 'reset-password:'

/** Where a password is chosen: the name of its field, and whose it will be. */
const choices: Record<string, { field: string; ownerOf: (call: Call) => Promise<Owner | undefined> }> = {
  '/sign-up/email': {
    field: 'password',
    ownerOf: async ({ body }) => person.safeParse(body).data,
  },
  '/reset-password': { field: 'newPassword', ownerOf: ownerOfLink },
  '/change-password': { field: 'newPassword', ownerOf: async (call) => (await getSessionFromCtx(call))?.user },
}

/** Refuses a weak password wherever one is chosen, and names its field; to sign in, any will do. */
export function refuseWeakPasswords(clinicName: string) {
  const isWeak = weakPasswords()
  return async (call: Call): Promise<Response | undefined> => {
    const choice = choices[call.path]
    const chosen = choice && form.safeParse(call.body).data?.[choice.field]
    if (!choice || typeof chosen !== 'string') return undefined
    const { email, name } = (await choice.ownerOf(call)) ?? nobody
    if (!(await isWeak(chosen, { email, name, clinicName }))) return undefined
    return Response.json({ message, code: 'WEAK_PASSWORD', errors: { [choice.field]: message } }, { status: 400 })
  }
}

// Looks at the link without using it: after a refusal it still works.
async function ownerOfLink({ body, context: { internalAdapter } }: Call): Promise<Owner | undefined> {
  const token = link.safeParse(body).data?.token
  const found = token === undefined ? null : await internalAdapter.findVerificationValue(resetPrefix + token)
  return (found && (await internalAdapter.findUserById(found.value))) ?? undefined
}
