interface ProgressProps {
  label: string
  /** The part that is done, 0 to 1. */
  value: number
  /** What a screen reader says instead of the percentage, such as `200 of 500 rows`. */
  words?: string
}

/** A bar of long work, with its percentage. Screen readers hear of each quarter. */
export function Progress({ label, value, words }: ProgressProps) {
  const percentage = Math.floor(value * 100)
  const quarter = Math.floor(value * 4) * 25
  return (
    <div className="flex max-w-xl items-center gap-3">
      <progress
        className="h-2 grow appearance-none overflow-hidden rounded-full bg-base-300 [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-success"
        max={100}
        value={value * 100}
        aria-label={label}
        aria-valuetext={words && `${percentage}%, ${words}`}
      />
      <span role="status" className="sr-only">
        {label}: {quarter}%
      </span>
      <span aria-hidden="true" className="w-12 text-right text-quiet text-sm tabular-nums">
        {percentage}%
      </span>
    </div>
  )
}
