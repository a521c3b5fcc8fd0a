import { expect, test } from 'vitest'
import { eventParser, type ServerEvent } from './day.ts'

const stream = ': open\n\nevent: day\ndata: Nov 22, 2026\n\n: still here\n\nevent: all\ndata: all\n\ndata: cut o'
const expected = [
  { event: 'day', data: 'Nov 22, 2026' },
  { event: 'all', data: 'all' },
]

test.each([1, 2, 7, 1_000])('events in parts of %i characters are read once complete', (size) => {
  const events: ServerEvent[] = []
  const parse = eventParser((event) => events.push(event))
  for (let at = 0; at < stream.length; at += size) parse(stream.slice(at, at + size))
  expect(events).toEqual(expected)
})
