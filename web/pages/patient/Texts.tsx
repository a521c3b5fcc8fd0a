import type { PatientTexts, TextState } from '#contract/text-message.ts'
import { clinicMomentAt } from '#web/dates.ts'
import { emailWords } from './email-words.ts'

const states: Record<TextState, { words: string; isBad?: true }> = {
  waiting: { words: 'waiting to be sent' },
  sent: { words: 'sent' },
  delivered: { words: 'delivered' },
  failed: { words: 'not delivered', isBad: true },
  refused: { words: 'refused', isBad: true },
  outdated: { words: 'not sent, because it was out of date by then' },
  kept: { words: 'not sent, because there was no text service' },
}

/** What a patient agreed to, and what became of each text message. Nothing if there never was one. */
export function Texts({ data: { agreement, texts } }: { data: PatientTexts }) {
  if (!agreement && texts.length === 0) return null
  return (
    <div className="mt-6 border-base-300 border-t pt-4">
      <h3 className="text-lg">Text messages</h3>
      <p className="wrap-anywhere mt-2 max-w-text text-quiet">
        {agreement
          ? `To ${agreement.phone}, as agreed on ${clinicMomentAt(agreement.givenAt)}; noted by ${agreement.givenBy}.`
          : 'They get no text messages now. What is refused or not delivered goes by email.'}
      </p>
      <ul aria-label="Text messages" className="mt-2 empty:hidden">
        {texts.map(({ _id, kind, createdAt, state }) => (
          <li key={_id} className="wrap-anywhere border-base-300 border-t py-2 first:border-t-0">
            {emailWords[`appointment-${kind}`]}, <time dateTime={createdAt}>{clinicMomentAt(createdAt)}</time>:{' '}
            <span className={states[state].isBad ? 'font-bold text-error' : ''}>{states[state].words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
