import { z } from 'zod/mini'
import { textLines, textOrEmpty } from './kit/text/plain-text.ts'

/** The emails about an appointment whose words the clinic can choose. */
export const messageKinds = ['booked', 'moved', 'cancelled', 'reminder', 'choose'] as const
export const messageKind = z.enum(messageKinds)
export type MessageKind = z.infer<typeof messageKind>

/** What a text can name, in braces: `{date}`. */
export const messageVariables = ['clinic', 'date', 'time', 'dentist', 'treatment', 'phone'] as const
export type MessageVariable = (typeof messageVariables)[number]

/** Matches a variable in a text. */
export const variablePattern = /\{([^{}]*)\}/g

// A brace with the words that belong to it, closed or not. Without the lookbehind, a long word would take long.
const pieces = /\{+[^{}]*\}+|\{+[^{}\s]*|(?<![^{}\s])[^{}\s]*\}+/g

/** Checks that a text has no braces except around these variables. */
function namesOnly(names: readonly MessageVariable[]) {
  const known = names.map((name) => `{${name}}`)
  const wrongIn = (text: string) => (text.match(pieces) ?? []).find((piece) => !known.includes(piece))
  return z.refine<string>((text) => wrongIn(text) === undefined, {
    error: ({ input }) => {
      const wrong = wrongIn(String(input)) ?? ''
      const shown = wrong.length > 30 ? `${wrong.slice(0, 30)}…` : wrong
      return `We can’t fill in ${shown}. Write ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`
    },
  })
}

/** The words of an email. Without them it has its usual ones. Others may see the subject on a locked screen, so that it
 *  names no treatment. */
export const messageText = z.object({
  subject: textOrEmpty(100).check(
    z.refine((text) => !text.includes('{treatment}'), 'The subject must not name the treatment'),
    namesOnly(messageVariables.filter((name) => name !== 'treatment')),
  ),
  text: textLines(1_000).check(namesOnly(messageVariables)),
})
export type MessageText = z.infer<typeof messageText>

/** Response of `GET /messages`: the words of each kind of email, and the usual ones. */
export const messages = z.array(
  z.object({
    kind: messageKind,
    subject: z.string(),
    text: z.string(),
    usual: z.object({ subject: z.string(), text: z.string() }),
  }),
)
export type ClinicMessage = z.infer<typeof messages>[number]

/** Response of `POST /messages/{kind}/preview`: the email as plain text, about a real appointment if there is one. */
export const messagePreview = z.object({ subject: z.string(), text: z.string() })

/** Response of `POST /messages/{kind}/test`: the address to which the email goes, with the words that are stored. */
export const messageTest = z.object({ recipient: z.string() })
