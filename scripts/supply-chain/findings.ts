import { readFileSync } from 'node:fs'
import { z } from 'zod'

const explanation = z.strictObject({
  /** The advisory's id at GitHub. */
  advisory: z.string().regex(/^GHSA(-\w{4}){3}$/),
  package: z.string().min(1),
  /** Why it does not apply here. */
  reason: z.string().min(30),
  /** The day after which somebody has to look again. */
  until: z.iso.date(),
})
export type Explanation = z.infer<typeof explanation>

/** A known vulnerability of a package that is installed. */
export type Finding = { advisory: string; package: string; severity: string; title: string }

/** Known vulnerabilities that do not apply here. */
export const explanationsFile = 'docs/supply-chain/audit.json'

/** Reads the explanations. @throws if one is incomplete */
export function readExplanations(text = readFileSync(explanationsFile, 'utf8')): Explanation[] {
  return z.array(explanation).parse(JSON.parse(text))
}

/** Returns the explanations whose day has passed. `today` as 2026-03-10. */
export function expired(explanations: readonly Explanation[], today: string): Explanation[] {
  return explanations.filter(({ until }) => until < today)
}

const via = z.object({ url: z.string(), name: z.string(), severity: z.string(), title: z.string() })
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([via, z.string()])) })),
})

/** Parses the output of `npm audit --json`; undefined if the registry did not answer. */
export function parseAudit(output: string): Finding[] | undefined {
  const json: unknown = JSON.parse(output.slice(output.indexOf('{')))
  const parsed = report.safeParse(json)
  if (!parsed.success) return undefined
  const found = Object.values(parsed.data.vulnerabilities).flatMap(({ via: causes }) =>
    causes.flatMap((cause) =>
      typeof cause === 'string'
        ? []
        : [
            {
              advisory: cause.url.split('/').at(-1) ?? '',
              package: cause.name,
              severity: cause.severity,
              title: cause.title,
            },
          ],
    ),
  )
  return [...new Map(found.map((finding) => [`${finding.advisory} ${finding.package}`, finding])).values()]
}

/** Returns the findings that nothing explains. */
export function unexplained(findings: readonly Finding[], explanations: readonly Explanation[]): Finding[] {
  return findings.filter(
    (finding) => !explanations.some((each) => each.advisory === finding.advisory && each.package === finding.package),
  )
}
