const email = 'admin@example.com'

/** Signs the demo admin in at a running server. Returns their email and functions that send requests as them and return
 *  what the body says. */
export async function signInDemoAdmin(url: string) {
  const headers = { origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'demo-admin' })
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const issued = await fetch(`${url}/user/${email}`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  })
  const authorization = `Bearer ${((await issued.json()) as { token: string }).token}`
  return {
    email,
    get: async <Answer>(path: string): Promise<Answer> =>
      (await (await fetch(url + path, { headers: { authorization } })).json()) as Answer,
    post: async <Answer = Record<string, unknown>>(path: string, payload: object): Promise<Answer> => {
      const options = { method: 'POST', headers: { ...headers, authorization }, body: JSON.stringify(payload) }
      return (await (await fetch(url + path, options)).json()) as Answer
    },
  }
}
