import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type ClinicMessage, type MessageText, messageText, messageVariables } from '#contract/message.ts'
import { previewMessage, putMessage, testMessage } from '#web/api/messages.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { ifEmailed } from '#web/unsent.ts'

/** Edits the words of an email, shows what it is like, and sends it to oneself. */
export function MessageForm({ admin, message }: { admin: string; message: ClinicMessage }) {
  const { kind, usual } = message
  const client = useQueryClient()
  const toast = useToast()
  const initial = { subject: message.subject || usual.subject, text: message.text || usual.text }
  const isUsual = message.subject === '' && message.text === ''
  const save = (words: MessageText) => putMessage(client, admin, kind, words)
  const { form, field, getValues, trigger } = useServerForm(messageText, initial, async (words) => {
    // What is as usual stays so when the usual words change.
    const own = (each: keyof MessageText) => (words[each] === usual[each] ? '' : words[each])
    await save({ subject: own('subject'), text: own('text') })
    toast('success', 'The words are saved')
  })
  const preview = useChange((words: MessageText) => previewMessage(admin, kind, words))
  const test = useChange(() => testMessage(admin, kind), {
    done: (recipient) => ifEmailed(`The email is on its way to ${recipient}`),
    failsInToast: true,
  })
  const reset = useChange(() => save({ subject: '', text: '' }), {
    done: 'The email has its usual words again',
    failsInToast: true,
  })

  async function show() {
    if (await trigger()) await preview.run(getValues())
  }

  return (
    <section aria-label="Words" className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <ServerForm {...form} submit="Save" submitClass="mt-2 justify-self-start px-8" className="gap-4">
        <TextArea
          label="Subject"
          hint="The day follows, unless {date} names it."
          rows={2}
          maxLength={100}
          {...field('subject')}
        />
        <TextArea
          label="Text"
          hint={`It can name ${messageVariables.map((each) => `{${each}}`).join(', ')}.`}
          rows={6}
          maxLength={1_000}
          {...field('text')}
        />
      </ServerForm>
      <div className="mt-4 flex flex-wrap gap-3">
        <BusyButton busy={preview.isBusy} className="btn btn-line" onClick={() => void show()}>
          Preview
        </BusyButton>
        <BusyButton busy={test.isBusy} className="btn btn-line" onClick={() => void test.run()}>
          Send a test to me
        </BusyButton>
        {!isUsual && (
          <BusyButton busy={reset.isBusy} className="btn btn-line" onClick={() => void reset.run()}>
            Usual words
          </BusyButton>
        )}
      </div>
      <p className="mt-2 text-quiet text-sm">The test has the words that are saved.</p>
      <Problem>{preview.problem}</Problem>
      {preview.answer && <Preview {...preview.answer} />}
    </section>
  )
}

function Preview({ subject, text }: { subject: string; text: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6 border-base-300 border-t pt-5">
      <h2 id={id} className="wrap-anywhere text-lg" dir="auto">
        {subject}
      </h2>
      <p className="wrap-anywhere mt-3 whitespace-pre-line" dir="auto">
        {text}
      </p>
    </section>
  )
}
