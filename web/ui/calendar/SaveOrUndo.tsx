import { messageFor } from '#web/api/http/errors.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface SaveOrUndoProps {
  isChanged: boolean
  isSaving: boolean
  error: Error | null
  onSave: () => void
  onUndo: () => void
}

/** The buttons below edited rules, and the error of the last attempt to save them. */
export function SaveOrUndo({ isChanged, isSaving, error, onSave, onUndo }: SaveOrUndoProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={isSaving} disabled={!isChanged} className="btn btn-action px-8" onClick={onSave}>
          Save
        </BusyButton>
        <button type="button" className="btn btn-line" disabled={!isChanged} onClick={onUndo}>
          Undo changes
        </button>
      </div>
      <p role="alert" className="text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </div>
  )
}
