import { expect, it } from 'vitest'
import { openDevices } from './device.ts'

const devices = openDevices('a secret of 32 characters or more')
const ann = { email: 'ann@example.org', passwordHash: 'salt:key' }
const bob = { ...ann, email: 'bob@example.org' }
const shared = devices.bucketOf('', ann)
const cookie = devices.remember('', ann)

it('each browser that has signed in has a bucket of its own', () => {
  const own = devices.bucketOf(cookie, ann)
  const others = devices.bucketOf(devices.remember('', ann), ann)
  expect(new Set([own, others, shared]).size).toBe(3)
  expect(devices.bucketOf(devices.remember(cookie, ann), ann)).toBe(own)
})

it('a cookie is unknown to another account, after a new password and when it is forged', () => {
  expect(devices.bucketOf(cookie, bob)).toBe(devices.bucketOf('', bob))
  expect(devices.bucketOf(cookie, { ...ann, passwordHash: 'salt:another' })).toBe(shared)
  expect(openDevices('another secret').remember('', ann)).not.toBe(cookie)
  const forged = [
    openDevices('another secret').remember('', ann),
    `x${cookie}`,
    `${cookie}x`,
    cookie.replace('.', ''),
    '~',
    '.',
  ]
  for (const each of forged) expect(devices.bucketOf(each, ann), each).toBe(shared)
})

it('a cookie keeps the five newest accounts', () => {
  const accounts = Array.from({ length: 6 }, (_, n) => ({ ...ann, email: `${n}@example.org` }))
  const all = accounts.reduce(devices.remember, cookie)
  const isKnown = (account: typeof ann) => devices.bucketOf(all, account) !== devices.bucketOf('', account)
  expect([isKnown(ann), ...accounts.map(isKnown)]).toEqual([false, false, true, true, true, true, true])
  expect(all.split('~')).toHaveLength(5)
})

it('cookies and buckets contain no email', () => {
  for (const text of [cookie, shared]) expect(text).not.toContain('ann')
})
