/** What alerts are for, below their field. */
export const alertsHint =
  'Allergies, blood thinners, interpreter, wheelchair: everyone who treats them sees it. One alert a line.'
