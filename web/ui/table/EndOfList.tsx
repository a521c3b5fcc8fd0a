import type { Ref } from 'react'

interface EndOfListProps {
  /** Takes the focus when the button that shows more is gone. */
  ref: Ref<HTMLParagraphElement>
  /** Whether the last of several pages is shown. */
  isReached: boolean
}

/** Says below a list that grows page by page when it is complete. */
export function EndOfList({ ref, isReached }: EndOfListProps) {
  return (
    <p ref={ref} role="status" tabIndex={-1} className="mt-4 text-quiet text-sm outline-none">
      {isReached && 'That is everything.'}
    </p>
  )
}
