import { ProblemError } from '#server/http/problem.ts'

const refusals = {
  'present-device': { status: 409, sentence: 'This is the device that you are using. Sign Out ends it.' },
  'unknown-device': { status: 404, sentence: 'This device is not signed in any more.' },
  'advertised-password': { status: 403, sentence: 'The password of the demo admin stays as it is shown.' },
}

/** Messages for a field of a request. */
export const fieldRefusals = { 'wrong-password': 'This is not your current password' }

/** Returns the problem for a reason. */
export function refused(reason: keyof typeof refusals): ProblemError {
  const { status, sentence } = refusals[reason]
  return new ProblemError(status, sentence)
}
