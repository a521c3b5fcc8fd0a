import type { App } from '#server/http/app-type.ts'

type Server = { app: App; origin: string }

/** Returns the cookies that a response sets as a request header. */
export function cookieOf({ cookies }: { cookies: { name: string; value: string }[] }): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

/** Tells whether a cookie's session is valid. */
export async function isSignedIn({ app }: Pick<Server, 'app'>, cookie: string): Promise<boolean> {
  return (await app.inject({ url: '/api/auth/get-session', headers: { cookie } })).json() !== null
}

/** Requests an access token for a cookie's session and returns it as a request header. */
export async function bearerOf({ app, origin }: Server, cookie: string, email: string) {
  const headers = { cookie, origin }
  const response = await app.inject({
    method: 'PUT',
    url: `/user/${email}`,
    headers,
    payload: { email: decodeURIComponent(email) },
  })
  return { authorization: `Bearer ${response.json().token}` }
}

/** Repeats a request while the server is overloaded (503), as it can be when other tests run. It sends that response
 *  before any work, so a repeat is safe. */
export async function retryWhileBusy<Result extends { statusCode: number }>(
  call: () => Promise<Result>,
): Promise<Result> {
  const response = await call()
  if (response.statusCode !== 503) return response
  await new Promise((resolve) => setTimeout(resolve, 200))
  return retryWhileBusy(call)
}

/** The same for a request by fetch. */
export async function fetchWhileBusy(call: () => Promise<Response>): Promise<Response> {
  const { response } = await retryWhileBusy(async () => {
    const response = await call()
    return { response, statusCode: response.status }
  })
  return response
}
