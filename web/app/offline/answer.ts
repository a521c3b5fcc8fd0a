import { untilHeader } from '#web/session/offline/kept.ts'

const personal = /<!--person-->[\s\S]*<!--\/person-->/

/** Returns the offline page as it may be shown at `now`, in milliseconds: without the person's part once that has
 *  ended, so that a past appointment is not shown as the next one. */
export async function offlineAnswer(kept: Response, now: number): Promise<Response> {
  const { headers } = kept
  if (now < Number(headers.get(untilHeader))) return kept
  return new Response((await kept.text()).replace(personal, ''), { headers })
}
