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

const list = messageVariables.map((each) => `{${each}}`).join(', ')

const knowsVariables = z.refine<string>((text) => variablesIn(text).every(isKnown), {
  error: ({ input }) => {
    const unknown = variablesIn(String(input)).find((name) => !isKnown(name))
    return `There is no {${unknown}}. There are ${list}`
  },
})

/** The words of an email. Without them it has its usual ones. Others may see the subject on a locked screen, so that it
 *  names no treatment. */
export const messageText = z.object({
  subject: textOrEmpty(100).check(
    knowsVariables,
    z.refine((text) => !variablesIn(text).includes('treatment'), 'The subject must not name the treatment'),
  ),
  text: textLines(1_000).check(knowsVariables),
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

function variablesIn(text: string): string[] {
  return [...text.matchAll(variablePattern)].map(([, name = '']) => name)
}

function isKnown(name: string): name is MessageVariable {
  return messageVariables.some((each) => each === name)
}
