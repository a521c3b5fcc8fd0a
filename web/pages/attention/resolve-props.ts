import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import type { ToastAction } from '#web/ui/message/Toast.tsx'

export interface ResolveProps {
  item: AttentionItem
  /** Resolves an appointment and says `done` in a toast, with what is to be done next. @throws the server's refusal. */
  resolve: (id: string, resolution: ResolutionInput, done: string, next?: ToastAction) => Promise<void>
  onClose: (isResolved: boolean) => void
}
