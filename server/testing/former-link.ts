import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

/** Issues tokens of links about appointments as releases before ties did: without a recipient and an end. They work
 *  until an account stops acting for the patient. */
export function openFormerLinks(secret: string) {
  const { issue } = openSignedTokens(
    { secret, previous: undefined },
    'appointment link',
    z.tuple([z.string(), z.string()]),
  )
  return { issue: ({ id, patientId }: { id: string; patientId: string }): string => issue([id, patientId]) }
}
