import { expect, it } from 'vitest'
import { isStop } from './stop.ts'

it.each(['STOP', 'stop', ' Stop. ', 'Stop!', 'UNSUBSCRIBE', 'cancel', 'Opt-out'])('%j ends text messages', (answer) =>
  expect(isStop(answer)).toBe(true),
)
it.each(['', 'Thanks', 'I can’t stop by before nine', 'Please cancel my appointment', 'YES'])(
  '%j does not end them',
  (answer) => expect(isStop(answer)).toBe(false),
)
