import { afterAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'

const server = await openTestApp()
afterAll(() => server.close())

const { post, reset, signIn, verify, signedUp, resetToken } = passwordCalls(server)

describe('a reset link', () => {
  it('invalidates all other links of the account, and nobody else’s, once it is used', async () => {
    const [ann, bo] = [await signedUp(), await signedUp()]
    const [first, second] = [await resetToken(ann.email), await resetToken(ann.email, 2)]
    const others = await resetToken(bo.email)
    expect((await reset(first, 'another1')).statusCode).toBe(200)
    const refused = await reset(second, 'another2')
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_TOKEN'])
    expect((await signIn({ ...ann, password: 'another1' })).statusCode).toBe(200)
    expect((await reset(others, 'another1')).statusCode).toBe(200)
  })

  it('is invalid after the password was changed another way', async () => {
    const ann = await signedUp()
    const token = await resetToken(ann.email)
    const change = { currentPassword: ann.password, newPassword: 'another1' }
    expect((await post('change-password', change, { cookie: ann.cookie })).statusCode).toBe(200)
    expect((await reset(token, 'another2')).json()).toMatchObject({ status: 400, code: 'INVALID_TOKEN' })
    expect((await signIn({ ...ann, password: 'another1' })).statusCode).toBe(200)
  })

  it.each(['\u0000', 'a\nb', 'a\u0000b', '\u007f'])(
    'gets 400 for a token with control characters: %j',
    async (token) => {
      const { cookie } = await signedUp()
      const answers = [await reset(token, 'another1'), await verify(token, cookie)]
      for (const { statusCode, json } of answers) {
        expect([statusCode, json().errors]).toEqual([400, { token: 'Must not contain control characters' }])
      }
      const url = `/api/auth/devices/${encodeURIComponent(token)}`
      const device = await server.app.inject({ method: 'DELETE', url, headers: { origin: server.origin, cookie } })
      expect(device.statusCode).toBe(400)
    },
  )
})
