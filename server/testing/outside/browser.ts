/** Returns an HTTP client with cookies by host and path. `visit` follows no redirects; `follow` does. */
export function openBrowser() {
  const jar: { host: string; path: string; name: string; value: string }[] = []

  const cookieFor = ({ hostname, pathname }: URL) =>
    jar
      .filter(
        ({ host, path }) => host === hostname && `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  const storeCookie = ({ hostname }: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const existing = jar.findIndex((cookie) => cookie.host === hostname && cookie.path === path && cookie.name === name)
    if (existing >= 0) jar.splice(existing, 1)
    const hasExpired = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now()
    if (!hasExpired) jar.push({ host: hostname, path, name, value: pair.slice(name.length + 1) })
  }

  const visit = async (url: string, { form, json }: { form?: Record<string, string>; json?: object } = {}) => {
    const target = new URL(url)
    const answer = await fetch(target, {
      method: form || json ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: cookieFor(target),
        ...((form || json) && { origin: target.origin }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json && { body: JSON.stringify(json) }),
    })
    for (const line of answer.headers.getSetCookie()) storeCookie(target, line)
    return answer
  }

  /** Follows redirects from `answer` to the first response without one, or to the first URL that matches `until`.
   *  Returns that URL. */
  const follow = async (answer: Response, until: RegExp = /$^/): Promise<{ url: string; answer: Response }> => {
    const location = answer.headers.get('location')
    if (!location) return { url: answer.url, answer }
    const url = new URL(location, answer.url).href
    return until.test(url) ? { url, answer } : follow(await visit(url), until)
  }

  return { visit, follow, jar, hasCookie: (name: string) => jar.some((cookie) => cookie.name === name) }
}
export type Browser = ReturnType<typeof openBrowser>
