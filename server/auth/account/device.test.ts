import { expect, it } from 'vitest'
import { deviceName, readableAddress } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  ['SomethingElse (Windows)', 'Windows'],
  ['curl/8.14.1', 'Unknown device'],
  ['', 'Unknown device'],
])('names %s %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:0db8:0000:0001:0000:0000:0000:0000', '2001:db8:0:1::'],
  ['', null],
])('converts the address %s to %s', (address, canonical) => {
  expect(readableAddress(address)).toBe(canonical)
})
