import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { phoneCode } from '#server/database/schema/text-message.ts'
import { setConfirmed } from '#server/testing/password-calls.ts'
import { codeOf, openTestTexts, type TestTexts } from '#server/text-message/testing/text-codes.ts'
import { codesPerAccount } from './code.ts'

let texts: TestTexts
beforeAll(async () => {
  texts = await openTestTexts()
})
afterAll(() => texts.close())
beforeEach(() => texts.reset())

describe('a number that is not proved', () => {
  it('gets no text messages until its code is entered', async () => {
    const { person, number } = await texts.withNumber()
    const refused = await texts.choices.save(person, { contact: 'sms' })
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'number-not-proved'])
    expect(await texts.contactOf(person)).toBe('email')
    const sent = await texts.choices.askForCode(person)
    expect([sent.statusCode, sent.json()]).toEqual([201, { phone: number, minutes: 10, againAfterSeconds: 60 }])
    expect(texts.provider.taken).toMatchObject([{ to: number, body: expect.stringMatching(/: your code is \d{6}\. /) }])
    expect(await texts.openConsents(person)).toEqual([])
    const entered = await texts.choices.enter(person, ` ${texts.choices.lastCode().replace(/(...)/, '$1 ')}`)
    expect([entered.statusCode, entered.json().contact]).toEqual([200, 'sms'])
    expect(await texts.openConsents(person)).toEqual([{ phone: number, provedBy: 'code' }])
  })

  it('is proved once for all people of the account', async () => {
    const { person, number } = await texts.withNumber()
    await texts.choices.choose(person, number)
    await texts.choices.save(person, { contact: 'email' })
    expect((await texts.choices.save(person, { contact: 'sms' })).statusCode).toBe(200)
    const other = (await texts.withNumber(number)).person
    expect(codeOf(await texts.choices.save(other, { contact: 'sms' }))).toBe('number-not-proved')
  })

  it('leaves a proved one as it was, until it is removed', async () => {
    const { person, number } = await texts.withNumber()
    await texts.choices.choose(person, number)
    const other = texts.newNumber()
    await texts.choices.save(person, { phones: [other, number] })
    expect(await texts.openConsents(person)).toEqual([{ phone: number, provedBy: 'code' }])
    await texts.choices.save(person, { phones: [other] })
    expect([await texts.openConsents(person), await texts.contactOf(person)]).toEqual([[], 'email'])
  })
})

describe('a code', () => {
  it('is stored as a hash only', async () => {
    const { person } = await texts.withNumber()
    await texts.choices.askForCode(person)
    const [row] = await texts.db.select().from(phoneCode).where(eq(phoneCode.userId, person.userId))
    expect(JSON.stringify(row)).not.toContain(texts.choices.lastCode())
  })

  it('does not work after five wrong ones, or later than ten minutes', async () => {
    const { person } = await texts.withNumber()
    await texts.choices.askForCode(person)
    const code = texts.choices.lastCode()
    const wrong = code === '000000' ? '111111' : '000000'
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push(codeOf(await texts.choices.enter(person, n < 5 ? wrong : code)))
    expect(answers).toEqual([...Array(4).fill('wrong-code'), 'too-many-tries', 'too-many-tries'])
    await texts.choices.passMinutes(person, 2)
    await texts.choices.askForCode(person)
    expect(codeOf(await texts.choices.enter(person, code))).toBe('wrong-code')
    const newest = texts.choices.lastCode()
    await texts.choices.passMinutes(person, 10)
    expect(codeOf(await texts.choices.enter(person, newest))).toBe('late-code')
    expect(await texts.contactOf(person)).toBe('email')
  })

  it('is tried five times, however many try at once', async () => {
    const { person } = await texts.withNumber()
    await texts.choices.askForCode(person)
    const wrong = texts.choices.lastCode() === '000000' ? '111111' : '000000'
    const answers = await Promise.all(Array.from({ length: 12 }, () => texts.choices.enter(person, wrong)))
    expect(answers.filter((answer) => codeOf(answer) === 'wrong-code')).toHaveLength(4)
    const [row] = await texts.db.select().from(phoneCode).where(eq(phoneCode.userId, person.userId))
    expect(row?.tries).toBe(5)
  })

  it('is for accounts with a confirmed email, and for their own people', async () => {
    const { person } = await texts.withNumber()
    const stranger = await texts.server.person()
    expect((await texts.choices.askForCode(stranger, person.patientId)).statusCode).toBe(404)
    await setConfirmed(texts.server.database, person.email, false)
    const asked = await texts.choices.askForCode(person)
    expect([asked.statusCode, codeOf(asked)]).toEqual([403, 'EMAIL_NOT_CONFIRMED'])
    expect(texts.provider.taken).toEqual([])
  })

  it('comes again after a minute, and five times an hour', async () => {
    const { person } = await texts.withNumber()
    expect(
      (await Promise.all([1, 2, 3].map(() => texts.choices.askForCode(person))))
        .map(({ statusCode }) => statusCode)
        .sort(),
    ).toEqual([201, 429, 429])
    const codes = []
    for (let n = 0; n < 5; n += 1) {
      await texts.choices.passMinutes(person, 2)
      await texts.choices.save(person, { phones: [texts.newNumber()] })
      codes.push(codeOf(await texts.choices.askForCode(person)))
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'too-many-codes'])
    expect(texts.provider.taken).toHaveLength(codesPerAccount.hour)
  })

  it('is not sent if the provider takes none', async () => {
    const { person } = await texts.withNumber()
    texts.provider.state.fault = 21_211
    const asked = await texts.choices.askForCode(person)
    expect([asked.statusCode, codeOf(asked)]).toEqual([503, 'not-sent'])
  })
})
