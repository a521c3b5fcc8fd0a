import { isIPv6 } from 'node:net'

// The first that matches: browsers also claim to be those that they are built on.
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

/** What its owner would call the device behind a User-Agent: 'Chrome on Windows', or 'Unknown device'. */
export function deviceName(userAgent: string): string {
  const known = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter((name) => name !== undefined)
  return known.join(' on ') || 'Unknown device'
}

function nameIn(names: [RegExp, string][], userAgent: string) {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/** An IP address as people write it (RFC 5952), null for none. */
export function readableAddress(address: string): string | null {
  if (!isIPv6(address)) return address || null
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
