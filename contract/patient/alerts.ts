/** Returns the alerts of a patient: each line of the text is one, and each counts once. */
export const alertsOf = (text: string): string[] => {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return [...new Set(lines)].filter((line) => line !== '')
}
