import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { Said } from '#web/session/said.ts'

/** Whether it went well, by colour and shape; words tell it too. */
export function KindIcon({ kind }: Pick<Said, 'kind'>) {
  if (kind === 'success') return <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
  return <CircleAlert aria-hidden="true" className="shrink-0 text-error" />
}
