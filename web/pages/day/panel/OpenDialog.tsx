import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import type { DialogProps, Open } from './DialogOf.tsx'

const useDialogs = loadWhenIdle(() => import('./DialogOf.tsx'))

interface OpenDialogProps extends Omit<DialogProps, 'open'> {
  open: Open | undefined
}

/** The open dialog about an appointment, if one is open. The code of all of them is one script. */
export function OpenDialog({ open, ...props }: OpenDialogProps) {
  const dialogs = useDialogs(open !== undefined)
  return open && dialogs && <dialogs.DialogOf open={open} {...props} />
}
