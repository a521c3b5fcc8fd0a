import { invalidLink } from '#contract/kit/link.ts'
import { ApiError } from './errors.ts'

/** Resolves to what a link in an email leads to; null if the link is not valid. */
export async function behindLink<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    return await reading
  } catch (error) {
    // A token with other characters, or of another length, has 400.
    if (error instanceof ApiError && (error.problem.code === invalidLink || error.problem.status === 400)) return null
    throw error
  }
}
