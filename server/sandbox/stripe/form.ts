/** What a form says: `a[b][0]=c` is `{ a: { b: ['c'] } }`. */
export type Form = { [name: string]: string | Form | FormList }
type FormList = (string | Form | FormList)[]

type Branch = Map<string, string | Branch>

const deepest = 6

/** Reads a form or a query as Stripe's libraries write them, with brackets. Names that go deeper than anything of Stripe's
 *  are left as they are. */
export function parseForm(text: string): Form {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) put(root, pathOf(name), value)
  return Object.fromEntries([...root].map(([name, value]) => [name, formValue(value)]))
}

function pathOf(name: string) {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name)
  if (!parts) return [name]
  const path = [parts[1] ?? '', ...(parts[2] ?? '').slice(1, -1).split('][')]
  return path.length > deepest ? [name] : path
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

function formValue(value: string | Branch): string | Form | FormList {
  if (typeof value === 'string') return value
  const names = [...value.keys()]
  if (names.every((name) => /^\d+$/.test(name))) return [...value.values()].map(formValue)
  return Object.fromEntries(names.map((name) => [name, formValue(value.get(name) ?? '')]))
}
