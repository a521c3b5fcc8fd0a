import { invalidLink } from '#contract/kit/link.ts'
import { ProblemError } from './problem.ts'

/** Returns what a link's token has led to. The refusal is the same whatever is wrong with the token.
 *  @throws ProblemError 404 if that is nothing */
export function foundByLink<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined)
    throw new ProblemError(404, 'This link is not valid.', { code: invalidLink })
  return found
}
