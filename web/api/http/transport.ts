import type { AnswerGet } from '#contract/site/render.ts'

let transport: AnswerGet | undefined

/** Answers all requests by `answer` instead of over the network, until it is called without one: while the server
 *  renders a page, and before the browser hydrates it. */
export function answerBy(answer: AnswerGet | undefined): void {
  transport = answer
}

/** Returns what answers requests in place of the network, if anything does. It knows who asks. */
export const currentTransport = (): AnswerGet | undefined => transport
