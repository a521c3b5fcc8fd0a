import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { PastMessage } from './message-history.ts'

/** Success or failure, by color and shape. The words beside it say so too. */
export function KindIcon({ kind }: Pick<PastMessage, 'kind'>) {
  if (kind === 'success') return <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
  return <CircleAlert aria-hidden="true" className="shrink-0 text-error" />
}
