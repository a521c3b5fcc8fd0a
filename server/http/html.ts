/** Returns `data` as JSON for a script element, which no text in it can end. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
