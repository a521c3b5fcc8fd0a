import { expect, test } from 'vitest'
import { alertsOf } from './alerts.ts'

test.each([
  ['', []],
  [' Penicillin ', ['Penicillin']],
  ['Penicillin\r\n\n  Wheelchair\nPenicillin', ['Penicillin', 'Wheelchair']],
])('the alerts of %j are its lines, each once', (text, alerts) => {
  expect(alertsOf(text)).toEqual(alerts)
})
