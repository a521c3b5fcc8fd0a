import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#server/database/schema/clinic.ts'
import { mail } from '#server/database/schema/mail.ts'
import { textConsent, textMessage } from '#server/database/schema/text-message.ts'
import { codeOf, openTestTexts, type TestTexts } from '#server/text-message/testing/text-codes.ts'
import { perNumber } from './limit-store.ts'

type Person = Awaited<ReturnType<TestTexts['server']['person']>>

let boss: Person
let texts: TestTexts
beforeAll(async () => {
  texts = await openTestTexts()
  boss = await texts.server.person({ role: 'admin' })
})
afterAll(() => texts.close())
beforeEach(() => texts.reset())

const answerFrom = (From: string, Body: string) => {
  const params = { From, To: '+12125550100', Body, MessageSid: 'SM99' }
  return texts.server.app.inject(texts.provider.report(`${texts.server.origin}/webhook/text`, params))
}

async function bookFor(person: Person, day: number): Promise<string> {
  const date = `May ${day}, 2026`
  const [treatment] = (await texts.server.app.inject(`/available?date=${encodeURIComponent(date)}`)).json()
  const { _id: treatmentId, price, slots } = treatment
  const body = { treatmentId, date, slot: slots[0], price, patient: person.email }
  const answer = await texts.choices.send(person, 'POST', '/booking', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().booking._id
}

describe('the limits', () => {
  it('let a number have a few text messages an hour, whoever asks at once', async () => {
    const number = texts.newNumber()
    const people = await Promise.all(Array.from({ length: 10 }, async () => (await texts.withNumber(number)).person))
    const answers = await Promise.all(people.map((person) => texts.choices.askForCode(person)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(perNumber.hour)
    expect(texts.provider.taken).toHaveLength(perNumber.hour)
    expect(answers.map(codeOf).filter(Boolean)).toEqual(Array(10 - perNumber.hour).fill('number-limit'))
  })

  it('stop text messages of the day, tell by email instead, and say so where attention is needed', async () => {
    const { person, number } = await texts.withNumber()
    await texts.choices.choose(person, number)
    const limit = async () => (await texts.choices.send(boss, 'GET', '/desk/calls')).json().textLimit
    const { db } = texts
    await db.update(clinic).set({ maxTextsPerDay: 2 })
    expect(await limit()).toBeUndefined()
    await bookFor(person, 4)
    await expect.poll(() => texts.provider.taken.length).toBe(1)
    expect(await limit()).toBe(2)
    await bookFor(person, 5)
    const mails = async () =>
      (await db.select().from(mail).where(eq(mail.recipient, person.email))).map(({ kind }) => kind)
    await expect.poll(mails).toEqual(['appointment-booked'])
    expect(texts.provider.taken).toHaveLength(1)
    const rows = await db.select().from(textMessage).where(eq(textMessage.patientId, person.patientId))
    expect(rows.map(({ state, error }) => [state, error])).toContainEqual(['refused', 'daily-limit'])
    expect(codeOf(await texts.choices.askForCode((await texts.withNumber()).person))).toBe('daily-limit')
    await db.update(clinic).set({ maxTextsPerDay: 500 })
  })

  it('keep back text messages to a number that gets none any more', async () => {
    const { person, number } = await texts.withNumber()
    await texts.choices.choose(person, number)
    await texts.db.update(textConsent).set({ phone: '+447640123456' }).where(eq(textConsent.phone, number))
    await bookFor(person, 6)
    await expect
      .poll(
        async () =>
          (await texts.db.select().from(textMessage).where(eq(textMessage.patientId, person.patientId)))[0]?.error,
      )
      .toBe('number-type')
    expect(texts.provider.taken).toEqual([])
  })
})

describe('after STOP', () => {
  it('neither the patient, nor another account, nor staff start text messages again', async () => {
    const { person, number } = await texts.withNumber()
    await texts.choices.choose(person, number)
    await answerFrom(number, 'Stop please')
    expect([await texts.openConsents(person), await texts.contactOf(person)]).toEqual([[], 'email'])
    const sentence = /stopped our text messages with STOP.*START/
    for (const answer of [
      await texts.choices.save(person, { contact: 'sms' }),
      await texts.choices.askForCode(person),
      await texts.choices.askForCode((await texts.withNumber(number)).person),
      await texts.choices.send(boss, 'PATCH', `/desk/patients/${person.patientId}`, {
        seen: { contact: 'email' },
        change: { contact: 'sms' },
      }),
      await texts.choices.send(boss, 'POST', '/desk/patients', {
        fields: { name: 'Bo', phones: [number], contact: 'sms' },
        addAnyway: true,
        requestId: crypto.randomUUID(),
      }),
    ]) {
      expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'texts-stopped'])
      expect(Object.values(answer.json().errors)[0]).toMatch(sentence)
    }
    expect(texts.provider.taken).toEqual([])
  })

  it('START gives them back to those who had them and have chosen nothing else', async () => {
    const { person, number } = await texts.withNumber()
    await texts.choices.choose(person, number)
    const { person: other } = await texts.withNumber(number)
    await texts.choices.choose(other, number)
    await answerFrom(number, 'STOP')
    await texts.choices.save(other, { contact: 'phone' })
    await answerFrom(number, 'Thanks')
    expect(await texts.openConsents(person)).toEqual([])
    for (let n = 0; n < 2; n += 1) await answerFrom(number, 'Start')
    expect([await texts.openConsents(person), await texts.contactOf(person)]).toEqual([
      [{ phone: number, provedBy: 'answer' }],
      'sms',
    ])
    expect([await texts.openConsents(other), await texts.contactOf(other)]).toEqual([[], 'phone'])
  })

  it('a text message that waits is not sent', async () => {
    const { person, number } = await texts.withNumber()
    await answerFrom(number, 'YES')
    await texts.choices.choose(person, number)
    await texts.db.execute(sql`insert into text_stop (phone) values (${number})`)
    await bookFor(person, 7)
    await expect
      .poll(
        async () =>
          (await texts.db.select().from(textMessage).where(eq(textMessage.patientId, person.patientId)))[0]?.error,
      )
      .toBe('stopped')
    expect(texts.provider.taken).toEqual([])
  })
})
