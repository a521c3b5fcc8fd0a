import { reasonOf, withoutSecrets } from '#server/outside-service/reason.ts'

/** What a check found. `text` says what to do, unless all is well. */
export type Finding = { level: 'ok' | 'warning' | 'wrong'; text: string }

/** A check of one subject. It rejects if the subject can't be checked. */
export type Check = { name: string; run: () => Promise<Finding[]> }

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const wrong = (text: string): Finding => ({ level: 'wrong', text })

/** Runs all checks beside each other. One that rejects, or takes longer than `timeoutMs`, is wrong. Replaces `secrets`
 *  in what they found. Returns a line for each finding, in the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  { timeoutMs = 10_000, secrets = [] }: { timeoutMs?: number; secrets?: readonly string[] } = {},
): Promise<{ lines: string[]; isFine: boolean }> {
  const results = await Promise.all(checks.map(async (check) => ({ check, findings: await runOne(check, timeoutMs) })))
  const lines = results.flatMap(({ check: { name }, findings }) =>
    findings.map(({ level, text }) => `${level.padEnd(8)} ${name}: ${withoutSecrets(text, secrets)}`),
  )
  const isFine = results.every(({ findings }) => findings.every(({ level }) => level !== 'wrong'))
  return { lines, isFine }
}

async function runOne({ run }: Check, timeoutMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, [wrong(`there was no answer within ${timeoutMs / 1_000} seconds`)])
  })
  try {
    return await Promise.race([run(), timeout])
  } catch (error) {
    return [wrong(reasonOf(error))]
  } finally {
    clearTimeout(timer)
  }
}
