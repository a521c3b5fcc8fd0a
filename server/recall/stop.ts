import type { RecallStopPage } from '#contract/recall-link.ts'
import { actorByLink } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { foundByLink } from '#server/http/invalid-link.ts'
import { stopOrStart } from './snooze-or-stop.ts'
import { findStoppable } from './stop-store.ts'
import type { StopTokens } from './stop-token.ts'

export type StopDeps = { db: Db; stopTokens: StopTokens }

/** Returns what the holder of a link to stop invitations sees now. @throws ProblemError 404 if the link is forged */
export async function readStopPage({ db, stopTokens }: StopDeps, token: string): Promise<RecallStopPage> {
  const found = await findStoppable(db, foundByLink(stopTokens.read(token)))
  if (!found) return { state: 'ended' }
  return { state: found.stoppedAt ? 'stopped' : 'invited', ...(found.isNamed && { patientName: found.name }) }
}

/** Stops the invitations of a link, or starts them again, however old the link is. Changes nothing if they no longer
 *  go to its recipient. @throws ProblemError 404 if the link is forged */
export async function stopByLink(
  deps: StopDeps,
  { token, stopped, ip }: { token: string; stopped: boolean; ip: string },
): Promise<RecallStopPage> {
  const found = await findStoppable(deps.db, foundByLink(deps.stopTokens.read(token)))
  if (found) await stopOrStart(deps.db, found, stopped, actorByLink(found.id, ip))
  return readStopPage(deps, token)
}
