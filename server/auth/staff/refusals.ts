import { ProblemError } from '#server/http/problem.ts'

const refusals = {
  'unknown-user': { status: 404, sentence: 'There is no such user.' },
  'no-second-factor': { status: 409, sentence: 'This account has no second factor.' },
  'own-second-factor': { status: 409, sentence: 'Turn your own second factor off under My Account.' },
}

/** Returns the problem for a reason. */
export function refused(reason: keyof typeof refusals): ProblemError {
  const { status, sentence } = refusals[reason]
  return new ProblemError(status, sentence)
}
