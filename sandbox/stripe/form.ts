/** A parsed form: `a[b][0]=c` is `{ a: { b: ['c'] } }`. */
export type Form = { [name: string]: string | Form | FormList }
type FormList = (string | Form | FormList)[]

type Branch = Map<string, string | Branch>

const maxDepth = 6

/** Content type of forms, and Fastify's parser for it. */
export const formType = 'application/x-www-form-urlencoded'
export function formParser(_request: unknown, body: string | Buffer, done: (error: null, form: Form) => void) {
  done(null, parseForm(String(body)))
}

/** Parses a form or query with nested names, as Stripe's libraries encode them. A name that is nested too deeply is
 *  taken literally. */
export function parseForm(text: string): Form {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) put(root, pathOf(name), value)
  return Object.fromEntries([...root].map(([name, value]) => [name, toValue(value)]))
}

function pathOf(name: string) {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name)
  if (!parts) return [name]
  const path = [parts[1] ?? '', ...(parts[2] ?? '').slice(1, -1).split('][')]
  return path.length > maxDepth ? [name] : path
}

function put(branch: Branch, [first = '', ...rest]: string[], value: string) {
  // `a[]=` appends.
  const name = first === '' ? String(branch.size) : first
  if (rest.length === 0) return void branch.set(name, value)
  const known = branch.get(name)
  const next: Branch = known instanceof Map ? known : new Map()
  branch.set(name, next)
  put(next, rest, value)
}

function toValue(value: string | Branch): string | Form | FormList {
  if (typeof value === 'string') return value
  const names = [...value.keys()]
  if (names.every((name) => /^\d+$/.test(name))) return [...value.values()].map(toValue)
  return Object.fromEntries(names.map((name) => [name, toValue(value.get(name) ?? '')]))
}
