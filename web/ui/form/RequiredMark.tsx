/** Marks a required field visibly. Beside the label, not in it: the label's text stays the field's name, and `required` announces it. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-1 font-normal text-quiet text-sm">
      {' '}
      (required)
    </span>
  )
}
