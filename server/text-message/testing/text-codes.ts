import { and, eq, isNull, sql } from 'drizzle-orm'
import { patient } from '#server/database/schema/patient.ts'
import { phoneCode, textConsent, textSent } from '#server/database/schema/text-message.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { startTextProvider, type TestTextProvider, textAccount } from '#server/testing/outside/text-provider.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

/** Returns functions by which patients choose text messages. */
export function textChoices(server: TestApp, provider: TestTextProvider) {
  const send = (who: Person, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    server.app.inject({ method, url, headers: { origin: server.origin, ...who.bearer }, ...(payload && { payload }) })
  const path = (who: Person, id = who.patientId) => `/account/patients/${id}`
  const save = (who: Person, change: object) => send(who, 'PATCH', path(who), change)
  const askForCode = (who: Person, id?: string) => send(who, 'POST', `${path(who, id)}/text-code`)
  const enter = (who: Person, code: string, id?: string) =>
    send(who, 'POST', `${path(who, id)}/text-code/confirm`, { code })
  /** Returns the code in the last text message. */
  const lastCode = () => /your code is (\d{6})/.exec(provider.taken.at(-1)?.body ?? '')?.[1] ?? ''
  /** Makes the codes of an account older. */
  const passMinutes = (who: Person, minutes: number) =>
    server.database.db
      .update(phoneCode)
      .set({ createdAt: sql`${phoneCode.createdAt} - make_interval(mins => ${minutes})` })
      .where(eq(phoneCode.userId, who.userId))
  return {
    ...{ send, save, askForCode, enter, lastCode, passMinutes },
    /** Saves a number and proves it. Forgets the text message with the code. */
    choose: async (who: Person, number: string) => {
      await passMinutes(who, 2)
      const answers = [await save(who, { phones: [number] }), await askForCode(who), await enter(who, lastCode())]
      const failed = answers.find(({ statusCode }) => statusCode >= 300)
      if (failed) throw new Error(failed.body)
      provider.taken.pop()
    },
  }
}
export type TextChoices = ReturnType<typeof textChoices>

/** Opens a server with a provider of text messages, and what tests of both need. */
export async function openTestTexts() {
  const provider = await startTextProvider()
  const server = await openTestApp({ env: { ...textAccount, TEXT_API_URL: provider.url } })
  const choices = textChoices(server, provider)
  const { db } = server.database
  let last = 1_000
  const newNumber = () => {
    last += 1
    return `+1212555${last}`
  }
  return {
    ...{ provider, server, choices, db, newNumber },
    /** A patient with a number that nobody has proved. */
    withNumber: async (number = newNumber()) => {
      const person = await server.person({ name: 'Ann' })
      const saved = await choices.save(person, { phones: [number] })
      if (saved.statusCode !== 200) throw new Error(saved.body)
      return { person, number }
    },
    contactOf: async ({ patientId }: Person) =>
      (await db.select().from(patient).where(eq(patient.id, patientId)))[0]?.contact,
    /** The agreements that have not ended. */
    openConsents: ({ patientId }: Person) =>
      db
        .select({ phone: textConsent.phone, provedBy: textConsent.provedBy })
        .from(textConsent)
        .where(and(eq(textConsent.patientId, patientId), isNull(textConsent.endedAt))),
    /** Forgets what was sent. */
    reset: async () => {
      provider.state.fault = 'none'
      provider.taken.length = 0
      await db.delete(textSent)
    },
    close: async () => {
      await server.close()
      await provider.close()
    },
  }
}
export type TestTexts = Awaited<ReturnType<typeof openTestTexts>>

/** Returns the code of a refusal. */
export const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
