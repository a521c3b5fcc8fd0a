import type { Invitation, Member } from '#contract/staff.ts'

/** The dialog that is open. */
export type Open =
  | { kind: 'invite' }
  | { kind: 'change' | 'end'; member: Member }
  | { kind: 'withdraw'; invitation: Invitation }
