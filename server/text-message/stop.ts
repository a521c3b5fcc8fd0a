// The words that end messages by the rules of the networks (CTIA, "Messaging Principles", 5.1.3), and those that start
// them again.
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])
const startWords = new Set(['start', 'unstop', 'yes'])
const politeness = new Set(['please', 'pls', 'now', 'thanks', 'thank', 'you', 'hi', 'hello'])

/** Tells what a patient's answer does: it stops text messages, starts them again, or neither. */
export function readAnswer(answer: string): 'stop' | 'start' | undefined {
  const words = answer.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const word = words.filter((each) => !politeness.has(each)).join('')
  if (stopWords.has(word)) return 'stop'
  return startWords.has(word) ? 'start' : undefined
}
