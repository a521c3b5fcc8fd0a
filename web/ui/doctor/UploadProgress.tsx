import type { Stage } from './use-adding.ts'

/** Progress of the upload, with a button that cancels it. */
export function UploadProgress({ stage, onCancel }: { stage: Stage | undefined; onCancel: () => void }) {
  const percent = stage?.name === 'photo' ? Math.floor(stage.sent * 100) : 100
  const text = textOf(stage, percent)
  return (
    <div className={stage ? 'rounded-field bg-base-200 p-4' : 'sr-only'}>
      <p role="status">{text}</p>
      {stage && (
        <div className="mt-2 flex items-center gap-4">
          <progress
            className="h-2 grow appearance-none overflow-hidden rounded-full bg-base-300 [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-success"
            value={percent}
            max={100}
            aria-label="Photo sent"
          />
          <span className="w-12 text-right text-sm tabular-nums" aria-hidden="true">
            {percent}%
          </span>
          {stage.name === 'photo' && (
            <button type="button" className="btn btn-line" onClick={onCancel}>
              Cancel
            </button>
          )}
        </div>
      )}
    </div>
  )
}

// Without the percentage: a screen reader would announce each change.
function textOf(stage: Stage | undefined, percent: number) {
  if (!stage) return ''
  if (stage.name === 'doctor') return 'Adding the doctor'
  return percent < 100 ? 'Sending the photo' : 'Preparing the photo'
}
