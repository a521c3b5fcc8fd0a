/** A visitor's browser without pages: it keeps cookies by host and path, and follows no redirect by itself. */
export function openBrowser() {
  const jar: { host: string; path: string; name: string; value: string }[] = []

  const cookieFor = ({ hostname, pathname }: URL) =>
    jar
      .filter(
        ({ host, path }) => host === hostname && `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  const keep = ({ hostname }: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const known = jar.findIndex((one) => one.host === hostname && one.path === path && one.name === name)
    if (known >= 0) jar.splice(known, 1)
    const ended = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now()
    if (!ended) jar.push({ host: hostname, path, name, value: pair.slice(name.length + 1) })
  }

  const visit = async (url: string, { form, json }: { form?: Record<string, string>; json?: object } = {}) => {
    const at = new URL(url)
    const answer = await fetch(at, {
      method: form || json ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: cookieFor(at),
        ...((form || json) && { origin: at.origin }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json && { body: JSON.stringify(json) }),
    })
    for (const line of answer.headers.getSetCookie()) keep(at, line)
    return answer
  }

  /** Follows redirects from `answer` until a page, or until an address that matches `until`, and gives that address. */
  const follow = async (answer: Response, until: RegExp = /$^/): Promise<{ url: string; answer: Response }> => {
    const location = answer.headers.get('location')
    if (!location) return { url: answer.url, answer }
    const url = new URL(location, answer.url).href
    return until.test(url) ? { url, answer } : follow(await visit(url), until)
  }

  return { visit, follow, jar, hasCookie: (name: string) => jar.some((one) => one.name === name) }
}
export type Browser = ReturnType<typeof openBrowser>
