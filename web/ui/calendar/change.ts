import type { useRuleChange } from './use-rule-change.tsx'

/** Changes the clinic's rules, after asking where it affects appointments. Resolves to whether the change was made. @throws the server's
 *  refusal. */
export type ChangeRules = ReturnType<typeof useRuleChange>['change']
