import { Problem } from '#web/ui/change/Problem.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface SaveOrUndoProps {
  isChanged: boolean
  saving: { isBusy: boolean; problem: string | undefined }
  onSave: () => void
  onUndo: () => void
}

/** The buttons below edited rules, and the error of the last attempt to save them. */
export function SaveOrUndo({ isChanged, saving, onSave, onUndo }: SaveOrUndoProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={saving.isBusy} disabled={!isChanged} className="btn btn-action px-8" onClick={onSave}>
          Save
        </BusyButton>
        <button type="button" className="btn btn-line" disabled={!isChanged} onClick={onUndo}>
          Undo changes
        </button>
      </div>
      <Problem className="text-sm">{saving.problem}</Problem>
    </div>
  )
}
