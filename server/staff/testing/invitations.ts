import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { StaffRole } from '#contract/access/roles.ts'
import type { TestApp } from '#server/testing/app.ts'
import { linkIn, mailsTo, tokenIn } from '#server/testing/outside/outbox.ts'

type Bearer = { authorization: string }

/** Returns the calls about invitations to the staff. */
export function invitationCalls({ app, origin, config }: TestApp) {
  const post = (url: string, payload: object, headers: object = {}) =>
    app.inject({ method: 'POST', url, payload, headers: { origin, ...headers } })
  const invite = (bearer: Bearer, email: string, role: StaffRole = 'receptionist', more: object = {}) =>
    post('/staff/invitations', { email, role, ...more }, bearer)
  const mailsOf = async (email: string) =>
    (await mailsTo(config.dataDir, email)).filter(({ subject }) => subject === 'You are invited to work with us')
  /** Waits for so many invitations to an address, and returns the token of the newest. */
  const tokenOf = async (email: string, count = 1) => {
    await expect.poll(async () => (await mailsOf(email)).length).toBeGreaterThanOrEqual(count)
    const [newest = { text: '' }] = await mailsOf(email)
    return tokenIn(linkIn(newest))
  }

  return {
    post,
    invite,
    tokenOf,
    newEmail: () => `${randomUUID()}@example.org`,
    /** Invites an address and returns the token of the email. */
    invited: async (bearer: Bearer, email: string, role?: StaffRole, more?: object) => {
      const answer = await invite(bearer, email, role, more)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return { id: answer.json().insertedId as string, token: await tokenOf(email) }
    },
    read: (token: string) => post('/staff-invitation', { token }),
    create: (token: string, more: object = {}) =>
      post('/staff-invitation/account', { token, name: 'Rita Rex', password: 'a long secret 7', ...more }),
    accept: (token: string, cookie: string) => post('/staff-invitation/accept', { token }, { cookie }),
    sendAgain: (bearer: Bearer, id: string) => post(`/staff/invitations/${id}/send`, {}, bearer),
    withdraw: (bearer: Bearer, id: string) =>
      app.inject({ method: 'DELETE', url: `/staff/invitations/${id}`, headers: bearer }),
    list: async (bearer: Bearer) => (await app.inject({ url: '/staff', headers: bearer })).json(),
  }
}
