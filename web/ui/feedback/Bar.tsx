/** Stands for a text that is still on its way, in its place and as high as a line of it; `width` is a class. */
export function Bar({ width }: { width: string }) {
  return (
    <span aria-hidden="true" className="flex h-lh items-center">
      <span className={`skeleton h-4 rounded-field ${width}`} />
    </span>
  )
}
