/** Marks a required field visibly. It is outside the label, whose text is the field's name; `required` announces it. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-1 font-normal text-quiet text-sm">
      {' '}
      (required)
    </span>
  )
}
