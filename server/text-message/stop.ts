// The words that end messages by the rules of the networks (CTIA, "Messaging Principles", 5.1.3).
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])

/** Tells whether a patient's answer ends text messages. */
export function isStop(answer: string): boolean {
  return stopWords.has(answer.toLowerCase().replace(/[^a-z]/g, ''))
}
