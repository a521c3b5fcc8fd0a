import type { MessageKind, MessageText } from '#contract/message.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { setWords } from './store.ts'

/** Chooses the words of a kind of message, and records it in the audit trail. */
export async function changeWords(db: Db, kind: MessageKind, words: MessageText, record: RecordAudit): Promise<void> {
  await db.transaction(async (tx) => {
    await setWords(tx, kind, words)
    await record(tx, 'change-message', kind)
  })
}
