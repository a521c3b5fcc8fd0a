/** Placeholder for a line of text that is loading, as high as the line. `width` is a class. */
export function Bar({ width }: { width: string }) {
  return (
    <span aria-hidden="true" className="flex h-lh items-center">
      <span className={`skeleton h-4 rounded-field ${width}`} />
    </span>
  )
}
