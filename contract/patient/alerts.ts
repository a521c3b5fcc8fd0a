/** Returns the alerts of a patient: each line of the text is one. */
export const alertsOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
