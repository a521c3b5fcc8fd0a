import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'

export interface ResolveProps {
  item: AttentionItem
  /** Resolves an appointment and says `done` in a toast. @throws the server's refusal. */
  resolve: (id: string, resolution: ResolutionInput, done: string) => Promise<void>
  onClose: (isResolved: boolean) => void
}
