// Without the first ones Chromium asks its maker's hosts for updates meanwhile.
const quiet = [
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
  'disable-quic',
  'no-first-run',
  'disable-gpu',
]

/** What Chromium is started with, in tests and measurements alike. Root may not have it in its sandbox. */
export const chromiumArgs: string[] = [...quiet, ...(process.getuid?.() === 0 ? ['no-sandbox'] : [])].map(
  (flag) => `--${flag}`,
)
