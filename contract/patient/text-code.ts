import { z } from 'zod/mini'

/** How long a code is good, how often it can be entered wrong, and after how long another one is sent. */
export const codeTerms = { minutes: 10, tries: 5, againAfterSeconds: 60 } as const

/** Response 201 of `POST /account/patients/{id}/text-code`: the number (E.164) that got a code. */
export const codeSent = z.object({ phone: z.string(), minutes: z.int(), againAfterSeconds: z.int() })
export type CodeSent = z.infer<typeof codeSent>

/** Body of `POST /account/patients/{id}/text-code/confirm`: the six digits of the code. */
export const codeRequest = z.object({
  code: z.string({ error: 'The code has 6 digits' }).check(
    z.overwrite((text) => text.replace(/[\s-]/g, '')),
    z.regex(/^\d{6}$/, 'The code has 6 digits'),
  ),
})
export type CodeRequest = z.input<typeof codeRequest>
