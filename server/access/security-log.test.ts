import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { securityEvents } from './security-log.ts'

it('docs/operating.md names every security event', () => {
  const page = readFileSync('docs/operating.md', 'utf8').replaceAll('\n', ' ')
  const [, list = ''] =
    /Security events have a field `security` with the value (.*?), and the request's id/.exec(page) ?? []
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, event]) => event).sort()).toEqual([...securityEvents].sort())
})
