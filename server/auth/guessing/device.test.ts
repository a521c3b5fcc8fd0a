import { expect, it } from 'vitest'
import { openDevices } from './device.ts'

const devices = openDevices('a secret of 32 characters or more')
const ann = { address: 'ann@example.org', passwordHash: 'salt:key' }
const bob = { ...ann, address: 'bob@example.org' }
const strangers = devices.bucketOf('', ann)
const kept = devices.remember('', ann)

it('a browser that signed in before has a bucket of its own, and another browser another', () => {
  const own = devices.bucketOf(kept, ann)
  const others = devices.bucketOf(devices.remember('', ann), ann)
  expect(new Set([own, others, strangers]).size).toBe(3)
  expect(devices.bucketOf(devices.remember(kept, ann), ann)).toBe(own)
})

it('knows no other account by it, no forged line, and none from before a new password', () => {
  expect(devices.bucketOf(kept, bob)).toBe(devices.bucketOf('', bob))
  expect(devices.bucketOf(kept, { ...ann, passwordHash: 'salt:another' })).toBe(strangers)
  expect(openDevices('another secret').remember('', ann)).not.toBe(kept)
  const forged = [
    openDevices('another secret').remember('', ann),
    `x${kept}`,
    `${kept}x`,
    kept.replace('.', ''),
    '~',
    '.',
  ]
  for (const each of forged) expect(devices.bucketOf(each, ann), each).toBe(strangers)
})

it('remembers five accounts of one browser, the newest first', () => {
  const people = Array.from({ length: 6 }, (_, n) => ({ ...ann, address: `${n}@example.org` }))
  const all = people.reduce(devices.remember, kept)
  const isKnown = (account: typeof ann) => devices.bucketOf(all, account) !== devices.bucketOf('', account)
  expect([isKnown(ann), ...people.map(isKnown)]).toEqual([false, false, true, true, true, true, true])
  expect(all.split('~')).toHaveLength(5)
})

it('names nobody', () => {
  for (const text of [kept, strangers]) expect(text).not.toContain('ann')
})
