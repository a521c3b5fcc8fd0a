import { isIPv6 } from 'node:net'
import type { Device } from '#contract/account.ts'
import type { SessionRow } from './store.ts'

// The first match wins: a browser also names the browsers that it is built on.
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a device's name by its User-Agent, such as 'Chrome on Windows'; 'Unknown device' without a match. */
export function deviceName(userAgent: string): string {
  const known = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter((name) => name !== undefined)
  return known.join(' on ') || 'Unknown device'
}

function nameIn(names: [RegExp, string][], userAgent: string) {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/** Returns an IP address in its canonical form (RFC 5952), null for an empty string. */
export function readableAddress(address: string): string | null {
  if (!isIPv6(address)) return address || null
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** Returns a session as a device in a list. `presentId` is the caller's own session. */
export function toDevice({ id, userAgent, ipAddress, createdAt, usedAt }: SessionRow, presentId: string): Device {
  return {
    id,
    name: deviceName(userAgent ?? ''),
    address: readableAddress(ipAddress ?? ''),
    signedIn: createdAt.toISOString(),
    lastUsed: usedAt.toISOString(),
    present: id === presentId,
  }
}
