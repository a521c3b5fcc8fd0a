import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breachedPasswords } from './breached.ts'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const leaked = hashOf('correct horse')
const padding = hashOf('never leaked')
const requests: { url: string | undefined; padding: unknown }[] = []
const service = createServer(({ url, headers }, response) => {
  requests.push({ url, padding: headers['add-padding'] })
  if (url?.startsWith('/broken/')) return response.writeHead(500).end()
  response.end(`${'0'.repeat(35)}:7\r\n${leaked.slice(5)}:42\r\n${padding.slice(5)}:0`)
})
const log = pino({ level: 'silent' })
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => service.close())

describe('a list of leaked passwords', () => {
  it('finds a leaked password by five characters of its hash', async () => {
    const isBreached = breachedPasswords(`${origin}/range/`, log)
    expect(await isBreached('correct horse')).toBe(true)
    expect(requests.at(-1)).toEqual({ url: `/range/${leaked.slice(0, 5)}`, padding: 'true' })
    expect(await isBreached('another horse')).toBe(false)
    expect(await isBreached('never leaked')).toBe(false)
  })

  it('refuses nothing while the service fails or is away, or is not set', async () => {
    const unused = `http://127.0.0.1:1/range/`
    expect(await breachedPasswords(`${origin}/broken/`, log)('correct horse')).toBe(false)
    expect(await breachedPasswords(unused, log)('correct horse')).toBe(false)
    expect(await breachedPasswords(undefined, log)('correct horse')).toBe(false)
  })
})
