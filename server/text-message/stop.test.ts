import { expect, it } from 'vitest'
import { readAnswer } from './stop.ts'

it.each([
  ...['STOP', 'stop', ' Stop. ', 'Stop!', 'UNSUBSCRIBE', 'cancel', 'Opt-out', 'STOP ALL'],
  ...['Stop please', 'please stop', 'STOP, thank you', 'Stop now.'],
])('%j ends text messages', (answer) => expect(readAnswer(answer)).toBe('stop'))
it.each(['START', 'Start please', 'UNSTOP', 'yes', 'Yes, please!'])('%j starts them again', (answer) =>
  expect(readAnswer(answer)).toBe('start'),
)
it.each(['', 'Thanks', 'I can’t stop by before nine', 'Please cancel my appointment', 'Yes, see you at nine', 'стоп'])(
  '%j does neither',
  (answer) => expect(readAnswer(answer)).toBeUndefined(),
)
