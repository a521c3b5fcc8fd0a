import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { endAllRoles } from '#server/testing/staff.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })

function signIn(payload: object, headers: Record<string, string> = { origin: server.origin }) {
  return server.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, payload })
}

function requestToken(email: string, headers: Record<string, string>, body: object = { email }) {
  return server.app.inject({ method: 'PUT', url: `/user/${encodeURIComponent(email)}`, headers, payload: body })
}

function list(email: string, authorization: string) {
  return server.app.inject({ url: '/booking', query: { patient: email }, headers: { authorization } })
}

async function tokenFor(person: ReturnType<typeof newPerson>) {
  const { cookie } = await server.signUp(person)
  const { token } = (await requestToken(person.email, { cookie, origin: server.origin })).json()
  return { cookie, token, bearer: `Bearer ${token}` }
}

describe('sign-up', () => {
  it('signs in with a cookie that scripts can’t read and other sites can’t send', async () => {
    const { answer } = await server.signUp(newPerson())
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  it('never sends the session token in a body', async () => {
    const person = newPerson()
    const { answer, cookie } = await server.signUp(person)
    const seen = await server.app.inject({ url: '/api/auth/get-session', headers: { cookie } })
    expect(seen.json()).toMatchObject({ user: { email: person.email, role: 'patient' } })
    const [row] = await server.database.db.select().from(session).where(eq(session.userId, answer.json().user.id))
    expect(row?.token).toBeTruthy()
    for (const body of [answer.body, seen.body]) expect(body).not.toContain(row?.token)
  })

  it('ignores a role and a verified email in the request', async () => {
    const person = newPerson()
    await server.signUp({ ...person, role: 'admin', emailVerified: true } as typeof person)
    const [row] = await server.database.db.select().from(user).where(eq(user.email, person.email))
    expect(row).toMatchObject({ role: 'patient', emailVerified: false })
  })

  it('stores the email in lower case and refuses one that is taken, also of two concurrent sign-ups', async () => {
    const person = newPerson()
    const upperCase = { ...person, email: person.email.toUpperCase() }
    const answers = await Promise.all([server.signUp(person), server.signUp(upperCase)])
    expect(answers.filter(({ answer }) => answer.statusCode === 200)).toHaveLength(1)
    expect(answers.find(({ answer }) => answer.statusCode !== 200)?.answer.statusCode).toBe(422)
    const { answer } = await server.signUp(person)
    expect(answer.json()).toMatchObject({ status: 422, detail: 'User already exists. Use another email.' })
  })

  it.each([
    [{ name: '' }, { name: 'Name is Required' }],
    [{ email: 'a@b' }, { email: 'Provide a valid Email' }],
    [{ password: '12345' }, { password: 'Must be 6 characters or longer' }],
    [{ password: 'x'.repeat(129) }, { password: 'Must be 128 characters or shorter' }],
    [
      { name: ['Ann'], email: { a: 1 } },
      { name: 'Name is Required', email: 'Email is Required' },
    ],
  ])('refuses %j and names the field', async (input, errors) => {
    const { answer } = await server.signUp({ ...newPerson(), ...input } as ReturnType<typeof newPerson>)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual(errors)
  })
})

describe('sign-in', () => {
  it('gives the same response for an unknown email and a wrong password', async () => {
    const person = newPerson()
    await server.signUp(person)
    const wrong = await signIn({ email: person.email, password: 'secret2' })
    const unknown = await signIn({ email: newPerson().email, password: 'secret2' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json().detail).toBe('Invalid email or password')
    expect(unknown.json()).toEqual(wrong.json())
  })

  it('is refused from another site', async () => {
    const person = newPerson()
    const { cookie } = await server.signUp(person)
    expect((await signIn(person, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await signIn(person, { cookie })).statusCode).toBe(403)
    expect((await signIn(person, { cookie, origin: 'null' })).statusCode).toBe(403)
  })
})

describe('the access token', () => {
  it('is issued for the email of the session only', async () => {
    const person = newPerson()
    const { cookie } = await server.signUp(person)
    const origin = server.origin
    expect((await requestToken(person.email, { origin })).statusCode).toBe(401)
    expect((await requestToken('else@example.org', { cookie, origin })).statusCode).toBe(403)
    expect((await requestToken(person.email, { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await requestToken(person.email, { cookie })).statusCode).toBe(403)
    expect((await requestToken(person.email, { cookie, origin }, {})).json().errors).toEqual({
      email: 'Email is Required',
    })
    const issued = await requestToken(person.email, { cookie, origin })
    expect(issued.json().token.split('.')).toHaveLength(3)
    expect((await list(person.email, `Bearer ${issued.json().token}`)).statusCode).toBe(200)
  })

  it('is valid for one hour', async () => {
    const { token } = await tokenFor(newPerson())
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(exp - iat).toBe(3600)
  })

  it('ends with the session and with the user', async () => {
    const person = newPerson()
    const { cookie, bearer } = await tokenFor(person)
    const headers = { cookie, origin: server.origin }
    await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers, payload: {} })
    expect((await list(person.email, bearer)).statusCode).toBe(401)

    const deleted = await server.person()
    await server.database.db.delete(user).where(eq(user.id, deleted.userId))
    expect((await list(deleted.email, deleted.bearer.authorization)).statusCode).toBe(401)
  })

  it('ends with a sign-out whose body is nested thousands of levels deep', async () => {
    const person = newPerson()
    const { cookie, bearer } = await tokenFor(person)
    const headers = { cookie, origin: server.origin, 'content-type': 'application/json' }
    const payload = '['.repeat(5_000) + ']'.repeat(5_000)
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers, payload })
    expect(answer.statusCode).toBe(200)
    expect((await list(person.email, bearer)).statusCode).toBe(401)
  })

  it('is refused after the session has expired', async () => {
    const { email, bearer, sessionId } = await server.person()
    await server.database.db.update(session).set({ expiresAt: new Date() }).where(eq(session.id, sessionId))
    expect((await list(email, bearer.authorization)).statusCode).toBe(401)
  })

  it('is refused when it is altered, signed with another key, unsigned or malformed', async () => {
    const { email, token, userId, sessionId } = await server.person()
    const [head, body, signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const key = new TextEncoder().encode('another key, of 32 characters and more')
    const otherKey = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
    const unsigned = new UnsecuredJWT(claims).setSubject(userId).encode()
    const otherBody = Buffer.from(JSON.stringify({ ...claims, sid: `${sessionId}x` })).toString('base64url')
    const invalid = [
      otherKey,
      unsigned,
      `${head}.${otherBody}.${signature}`,
      // Not its end, whose last bits don't count.
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${head}.${body}`,
      '',
      'x',
    ]
    for (const each of invalid) expect((await list(email, `Bearer ${each}`)).statusCode, each).toBe(401)
    expect((await list(email, token)).statusCode).toBe(401)
  })
})

describe('GET /admin/{email}', () => {
  const get = (email: string, headers: Record<string, string>) =>
    server.app.inject({ url: `/admin/${encodeURIComponent(email)}`, headers })

  it('shows users their own role, admins any role, and others nothing', async () => {
    const ann = await server.person()
    const admin = await server.person({ role: 'admin' })
    expect((await get(ann.email, ann.bearer)).json()).toEqual({ admin: false })
    expect((await get(admin.email, admin.bearer)).json()).toEqual({ admin: true })
    expect((await get(ann.email, admin.bearer)).json()).toEqual({ admin: false })
    expect((await get('nobody@example.org', admin.bearer)).json()).toEqual({ admin: false })
    expect((await get(admin.email, ann.bearer)).statusCode).toBe(403)
    expect((await get(ann.email, {})).statusCode).toBe(401)
    const { cookie } = await server.signUp(newPerson())
    expect((await get(ann.email, { cookie })).statusCode).toBe(401)
  })

  it('reflects a removed role at once', async () => {
    const admin = await server.person({ role: 'admin' })
    await endAllRoles(server.database.db)
    expect((await get(admin.email, admin.bearer)).json()).toEqual({ admin: false })
  })
})

describe('demo mode', () => {
  const demo = { email: 'admin@example.com', password: 'demo-admin' }

  it('has an admin who can sign in only while it is on', async () => {
    const on = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
    const answer = await on.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: on.origin },
      payload: demo,
    })
    expect(answer.json()).toMatchObject({ user: { role: 'admin' } })
    await on.close()
    const off = await openTestApp({ database: server.database, env: { DEMO: 'off' } })
    expect((await signIn(demo)).statusCode).toBe(401)
    await off.close()
    const again = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
    expect((await signIn(demo)).statusCode).toBe(200)
    await again.close()
  })
})

it('limits failed sign-ins by client address', async () => {
  const limited = await openTestApp({ database: server.database, env: { RATE_LIMIT: 'on' } })
  const attempt = () =>
    limited.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '192.0.2.7',
      headers: { origin: limited.origin, 'x-forwarded-for': randomUUID(), 'x-client-address': randomUUID() },
      payload: { email: 'nobody@example.org', password: 'secret1' },
    })
  const statuses = []
  for (let n = 0; n < 11; n += 1) statuses.push((await attempt()).statusCode)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  await limited.close()
})
