import type { Answered, Failure, FuzzReport } from './fuzz.ts'

/** Below this share of successes a run tests refusals more than calls. */
export const leastSuccess = 0.4

/** Returns the share of a run's requests that succeeded. */
export function successOf({ answered }: FuzzReport): number {
  return answered.filter(({ status }) => status >= 200 && status < 300).length / answered.length
}

/** Describes a run: counts by role, status, flaw and operation, and the slowest answers. */
export function describeRun(report: FuzzReport): string {
  const { seed, answered, failures } = report
  const slowest = [...answered].sort((one, other) => other.ms - one.ms).slice(0, 5)
  return [
    `seed ${seed}: ${answered.length} requests, ${(successOf(report) * 100).toFixed(0)} % successful, ${failures.length} failures`,
    `by sender: ${counts(answered, ({ request }) => `${request.role}${request.credential === 'valid' ? '' : ` (${request.credential})`}`)}`,
    `by status: ${counts(answered, ({ status }) => String(status))}`,
    `by flaw: ${counts(answered, ({ request }) => request.flaw)}`,
    `statuses by operation: ${counts(answered, ({ request, status }) => `${request.operation.operationId} ${status}`)}`,
    `by operation: ${counts(answered, ({ request }) => request.operation.operationId)}`,
    `slowest: ${slowest.map(({ number, request, ms, status }) => `${number} ${request.operation.operationId} ${ms.toFixed(0)} ms (${status})`).join(', ')}`,
    ...failures.slice(0, 20).map(describeFailure),
  ].join('\n')
}

/** Describes a failure with a command that sends the request again; `$PATIENT_VALID` and the like stand for the
 *  sender's proof. */
export function describeFailure({ request, url, body, status, fault, number }: Failure): string {
  const { operation, role, credential, proof, type, flaw } = request
  const variable = `$${role}_${credential}`.toUpperCase()
  const headers = [
    ...(role === 'nobody' || proof === 'cookie' ? [] : [`authorization: Bearer ${variable}_TOKEN`]),
    ...(role === 'nobody' || proof === 'token' ? [] : [`cookie: ${variable}_COOKIE`]),
    ...(body === undefined ? [] : [`content-type: ${type}`]),
  ]
  const options = headers.map((header) => `-H "${header}"`).join(' ')
  const data = body === undefined ? '' : ` --data-raw ${quoted(body)}`
  return `✗ request ${number} (${flaw}) was answered with ${status}, ${fault}\n  curl -X ${operation.method} ${quoted(`$ORIGIN${url}`)} -H "origin: $ORIGIN" ${options}${data}`
}

/** Returns a shell word. Shortens texts that repeat themselves, such as a value that is too long. */
function quoted(text: string) {
  const short = text.replace(/(.{1,12}?)\1{40,}/gs, (whole, unit: string) => `${unit}…(${whole.length})`)
  return `'${short.replaceAll("'", `'\\''`)}'`
}

function counts(answered: Answered[], keyOf: (each: Answered) => string): string {
  const found = new Map<string, number>()
  for (const each of answered) found.set(keyOf(each), (found.get(keyOf(each)) ?? 0) + 1)
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .map(([key, count]) => `${key} ${count}`)
    .join(', ')
}
