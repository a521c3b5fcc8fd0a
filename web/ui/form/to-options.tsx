/** Returns the options of a choice: a value and what is shown for each. */
export const toOptions = (options: readonly (readonly [string, string | undefined])[]) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
