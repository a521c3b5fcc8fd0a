import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { RecallStopPage } from '#contract/recall-link.ts'
import { pages } from '#contract/site/pages.ts'
import { changeRecallStop, recallStopBy } from '#web/api/recall-link.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Linked, type LinkFrame } from '#web/ui/link/LinkPage.tsx'

/** Stops invitations by one press, says so, and starts them again by another. To open it changes nothing. */
export function Unsubscribe({ frame, token }: { frame: LinkFrame; token: string }) {
  const query = useQuery(recallStopBy(token))
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useChange((stopped: boolean) => changeRecallStop(token, stopped), {
    onDone: (page) => client.setQueryData(recallStopBy(token).queryKey, page),
  })
  const { answer } = change
  // The pressed button is another one then, and so is the heading.
  useEffect(() => {
    if (answer) heading.current?.focus()
  }, [answer])

  return (
    <Linked frame={frame} query={query}>
      {(page) => {
        const { title, text, button } = wordsOf(page, answer !== undefined)
        return (
          <>
            <h1 ref={heading} tabIndex={-1} className="page-title">
              {title}
            </h1>
            <p className="mt-3 max-w-text">{text}</p>
            <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
              {button && (
                <BusyButton
                  busy={change.isBusy}
                  className={`btn ${answer ? 'btn-line' : 'btn-action'}`}
                  onClick={() => void change.run(page.state === 'invited')}
                >
                  {button}
                </BusyButton>
              )}
              {page.state !== 'invited' && (
                <Link to={pages.appointment} className="text-link inline-block py-2">
                  Book an appointment
                </Link>
              )}
            </div>
            <Problem>{change.problem}</Problem>
          </>
        )
      }}
    </Linked>
  )
}

/** What the page says, and its button. `isChanged`: after a press. */
function wordsOf({ state, patientName }: RecallStopPage, isChanged: boolean) {
  const visit = `${patientName === undefined ? 'your' : `${patientName}’s`} next visit`
  switch (state) {
    case 'invited':
      return {
        title: isChanged ? 'You get reminders again' : `Stop emails about ${visit}?`,
        text: `We email you when ${visit} is due.${isChanged ? '' : ' Emails about appointments that you book go on.'}`,
        button: 'Stop these emails',
      }
    case 'stopped':
      return {
        title: 'We’ve stopped these emails',
        text: `We no longer email you when ${visit} is due. Emails about appointments that you book go on.`,
        button: 'Send me reminders again',
      }
    case 'ended':
      return {
        title: 'You no longer get these emails',
        text: 'We don’t send them to you any more, so there is nothing to stop.',
      }
  }
}
