// Most of these stop background requests of Chromium itself, such as update checks.
const flags = [
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
  'disable-quic',
  'no-first-run',
  'disable-gpu',
]
// Chromium's own sandbox does not work for root.
const rootFlags = process.getuid?.() === 0 ? ['no-sandbox'] : []

/** Command-line arguments of Chromium in tests and benchmarks. */
export const chromiumArgs: string[] = [...flags, ...rootFlags].map((flag) => `--${flag}`)
