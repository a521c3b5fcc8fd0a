import { asc } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail } from '#server/database/schema/mail.ts'
import { deliverMail, type MailOutcome } from '#server/mail/mail.ts'
import type { Transport } from '#server/mail/transport.ts'
import { eight, nine, openTestWaiting, type Person, type TestWaiting } from '#server/waiting-list/testing/waiting.ts'
import { isOfferCurrent } from './is-offer-current.ts'

let clinic: TestWaiting
beforeAll(async () => {
  clinic = await openTestWaiting()
  await clinic.reset()
})
afterAll(() => clinic.close())

type Email = Parameters<Transport['send']>[0]

/** Sends what waits through a mail server that is away until `isBack`. */
function openMailServer() {
  const received: Email[] = []
  const outcomes: MailOutcome[] = []
  const state = { isBack: false }
  const { db } = clinic.server.database
  const never = () => Promise.reject(new Error('not an offer'))
  const deps = {
    db,
    log: pino({ level: 'silent' }),
    sender: async () => ({ ...clinic.server.config, mailFrom: 'clinic@clinic.example' }),
    transport: {
      send: async (email: Email) => {
        if (!state.isBack) throw new Error('connect ECONNREFUSED')
        received.push(email)
        return 'sent' as const
      },
      close: () => {},
    },
    ...{ passwordLink: never, isReminderDue: never, invitation: never },
    isOfferCurrent: ({ id }: { id: string }) => isOfferCurrent(db, id, clinic.clock.now),
    onAttempt: (outcome: MailOutcome) => outcomes.push(outcome),
  }
  return {
    ...{ received, outcomes, state },
    tryAll: async () => {
      const rows = await db.select({ id: mail.id }).from(mail).orderBy(asc(mail.createdAt))
      for (const { id } of rows) await deliverMail(deps, id, 1)
    },
  }
}

it('tells each person once of what is still free after two hours without mail, and of nothing else', async () => {
  const server = openMailServer()
  const held = [await clinic.book(eight), await clinic.book(nine)]
  const people: Person[] = []
  for (let i = 0; i < 9; i += 1) people.push(await clinic.waiting())
  const [booked, left] = people
  if (!booked || !left) throw new Error('nobody waits')
  for (const id of held) await clinic.cancel(id)

  for (let halfHours = 0; halfHours < 4; halfHours += 1) {
    await clinic.offer()
    await server.tryAll()
    clinic.later(30)
    if (halfHours === 1) {
      await clinic.book(nine)
      await clinic.book('10.00 AM - 10.30 AM', { person: booked })
      await clinic.post('/leave', { token: await clinic.tokenOf(left) })
    }
  }
  expect(server.received).toEqual([])
  expect(new Set(server.outcomes)).toEqual(new Set(['postponed']))

  server.state.isBack = true
  await clinic.offer()
  await server.tryAll()
  // A job that is done twice.
  await server.tryAll()
  const recipients = server.received.map(({ to }) => to)
  const others = people.slice(2).map(({ email }) => email)
  expect(recipients.toSorted()).toEqual(others.toSorted())
  for (const { text } of server.received) expect(text).toContain('8:00')
})
