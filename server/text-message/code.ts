import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import { codeTerms } from '#contract/patient/text-code.ts'
import type { Db } from '#server/database/db.ts'
import { updatePatient } from '#server/patient/account-patient-store.ts'
import { listAccountPatients } from '#server/patient/account-patients.ts'
import { isStopped, syncTextConsent, type TextRefusal } from '#server/patient/text-consent-store.ts'
import { type TextCountries, textNumberOf } from '#server/patient/text-number.ts'
import { countCodesLocked, insertCode, lockCode, noteUse, noteWrongTry } from './code-store.ts'
import { admitText, type TextLimit } from './limit-store.ts'
import type { TextProvider } from './provider.ts'

/** Codes that an account gets, whatever the numbers. */
export const codesPerAccount = { hour: 5, day: 10 } as const

type UnknownNumber = 'unknown-person' | 'has-own-account' | TextRefusal
export type SendRefusal = Refused<UnknownNumber | TextLimit | 'just-sent' | 'too-many-codes' | 'not-sent'>
export type ConfirmRefusal =
  | Refused<UnknownNumber | 'late-code' | 'too-many-tries'>
  | Refused<'wrong-code', { left: number }>

/** Signs the codes, so that the database does not tell them. */
export type CodeSigner = { sign: (text: string) => string; isSigned: (text: string, signature: string) => boolean }

type CodeDeps = { db: Db; texts: TextProvider; codes: CodeSigner }
type Asked = { userId: string; patientId: string; clinic: TextCountries & { name: string } }

/** Sends a code to the phone number to which text messages about a person would go. It is noted before it is sent, so
 *  that no failure gets around the limits. */
export async function sendCode(
  { db, texts, codes }: CodeDeps,
  asked: Asked,
): Promise<{ ok: true; phone: string } | SendRefusal> {
  const id = uuid()
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const noted = await db.transaction(async (tx): Promise<{ ok: true; phone: string } | SendRefusal> => {
    const found = await findNumber(tx, asked)
    if (!found.ok) return found
    const { phone } = found
    const sent = await countCodesLocked(tx, asked.userId)
    if (sent.justSent > 0) return refused('just-sent')
    if (sent.hour >= codesPerAccount.hour || sent.day >= codesPerAccount.day) return refused('too-many-codes')
    const limit = await admitText(tx, phone)
    if (limit) return refused(limit)
    await insertCode(tx, { id, userId: asked.userId, phone, codeHash: codes.sign(`${id} ${code}`) })
    return found
  })
  if (!noted.ok) return noted
  const body = `${asked.clinic.name}: your code is ${code}. It works for ${codeTerms.minutes} minutes. Reply STOP to end texts.`
  const said = await texts.send({ id, to: noted.phone, body }).catch(() => undefined)
  return said && !('refused' in said) ? noted : refused('not-sent')
}

/** Checks the code that an account enters, and chooses text messages for the person. */
export function confirmCode(
  { db, codes }: Pick<CodeDeps, 'db' | 'codes'>,
  { email, code, ...asked }: Asked & { email: string; code: string },
): Promise<{ ok: true } | ConfirmRefusal> {
  return db.transaction(async (tx): Promise<{ ok: true } | ConfirmRefusal> => {
    const { userId, patientId, clinic } = asked
    const found = await findNumber(tx, asked)
    if (!found.ok) return found
    const sent = await lockCode(tx, { userId, phone: found.phone })
    if (!sent) return refused('late-code')
    if (sent.tries >= codeTerms.tries) return refused('too-many-tries')
    if (!codes.isSigned(`${sent.id} ${code}`, sent.codeHash)) {
      await noteWrongTry(tx, sent.id)
      const left = codeTerms.tries - sent.tries - 1
      return left === 0 ? refused('too-many-tries') : { ok: false, reason: 'wrong-code', left }
    }
    await noteUse(tx, sent.id)
    await updatePatient(tx, patientId, { contact: 'sms' })
    await syncTextConsent(tx, patientId, { clinic, by: email, isChosen: true, userId })
    return { ok: true }
  })
}

/** Returns the number of a person for whom the account may act and who has no account of their own. */
async function findNumber(
  tx: Db,
  { userId, patientId, clinic }: Asked,
): Promise<{ ok: true; phone: string } | Refused<UnknownNumber>> {
  const [person] = await listAccountPatients(tx, userId, patientId)
  if (!person) return refused('unknown-person')
  if (!person.isEditable) return refused('has-own-account')
  const phone = textNumberOf(person.phones, clinic)
  if (phone === undefined) return refused('no-text-number')
  return (await isStopped(tx, phone)) ? refused('texts-stopped') : { ok: true, phone }
}
