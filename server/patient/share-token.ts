import { z } from 'zod'
import { relation } from '#contract/patient/patient.ts'
import { openSigner } from '#server/access/signature.ts'

const contents = z.tuple([z.string(), z.string(), z.string(), relation, z.number()])

/** Who may act for a patient besides the account `userId`: whoever owns `email`. `until` in Unix ms. */
export type Share = {
  patientId: string
  userId: string
  email: string
  relation: z.infer<typeof relation>
  until: number
}

/** Issues and reads the tokens of links by which another account may act for a patient, too. */
export function openShareTokens(secret: string, previous?: string) {
  const { sign, isSigned } = openSigner(secret, 'shared patient', previous)
  return {
    issue: ({ patientId, userId, email, relation, until }: Share): string => {
      const payload = Buffer.from(JSON.stringify([patientId, userId, email, relation, until])).toString('base64url')
      return `${sign(payload)}.${payload}`
    },
    /** Returns what a token says; undefined unless this server has issued it. */
    read: (token: string): Share | undefined => {
      const [signature = '', payload = '', ...more] = token.split('.')
      if (more.length > 0 || !isSigned(payload, signature)) return undefined
      const read = contents.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      const [patientId, userId, email, relation, until] = read
      return { patientId, userId, email, relation, until }
    },
  }
}
export type ShareTokens = ReturnType<typeof openShareTokens>
