interface ProgressProps {
  label: string
  /** The part that is done, 0 to 1. */
  value: number
}

/** A bar of long work, with its percentage. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <div className="flex max-w-xl items-center gap-3">
      <progress
        className="h-2 grow appearance-none overflow-hidden rounded-full bg-base-300 [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-success"
        max={100}
        value={value * 100}
        aria-label={label}
      />
      <span aria-hidden="true" className="w-12 text-right text-quiet text-sm tabular-nums">
        {Math.floor(value * 100)}%
      </span>
    </div>
  )
}
