/** The constraint in the error of require_living.sql. */
const constraint = 'record_open'

/** Returns the answer to a change that the database refused because the patient has died; undefined for any other
 *  error. Only staff read who has died. */
export function closedRecord(error: Error, isForStaff: boolean): string | undefined {
  const { constraint: violated, detail } = error as { constraint?: unknown; detail?: unknown }
  if (violated !== constraint) return undefined
  if (!isForStaff) return 'This record is closed, so nothing was changed. Please call us.'
  return `${String(detail)} has died. Take that back on the record first.`
}
