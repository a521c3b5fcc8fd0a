import { describe, expect, test } from 'vitest'
import { isLinearizable, type Operation } from './linearizable.ts'

const never = Number.POSITIVE_INFINITY
const write = (start: number, end: number, value: number): Operation<number> => ({ start, end, apply: () => value })
const read = (start: number, end: number, value: number): Operation<number> => ({
  ...{ start, end },
  apply: (state) => (state === value ? state : undefined),
})
const check = (...operations: Operation<number>[]) => isLinearizable(operations, 0, String)

describe('a register', () => {
  test.each<[string, boolean, Operation<number>[]]>([
    ['without operations', true, []],
    ['a read of what was written before', true, [write(0, 1, 5), read(2, 3, 5)]],
    ['a read of what had been replaced', false, [write(0, 1, 5), write(2, 3, 6), read(4, 5, 5)]],
    ['a read beside the write, of either', true, [write(0, 10, 5), read(2, 3, 0), read(4, 5, 5)]],
    ['reads beside a write that go back', false, [write(0, 10, 5), read(2, 3, 5), read(4, 5, 0)]],
    ['overlapping reads that go back', true, [write(0, 10, 5), read(2, 5, 5), read(4, 6, 0)]],
    ['a write without an answer that was made', true, [write(0, never, 5), read(4, 5, 5)]],
    ['the same that was not', true, [write(0, never, 5), read(4, 5, 0)]],
    ['the same that was made late', true, [write(0, never, 5), read(4, 5, 0), read(6, 7, 5)]],
    ['the same that was made and undone', false, [write(0, never, 5), read(4, 5, 5), read(6, 7, 0)]],
    ['a read before its write', false, [read(0, 1, 5), write(2, 3, 5)]],
  ])('%s: %s', (_name, expected, operations) => expect(check(...operations)).toBe(expected))

  test('of thousands of operations one stale read is found', () => {
    const calm = Array.from({ length: 2_000 }, (_, at) =>
      at % 2 === 0 ? write(at, at + 2.5, at) : read(at + 2, at + 2.2, at - 1),
    )
    expect(check(...calm)).toBe(true)
    expect(check(...calm, read(1_500, 1_500.1, 7))).toBe(false)
  })
})
