import { escapeHtml } from '#contract/kit/text/escape-html.ts'

/** What the offline page says, in words. `next` is undefined without an upcoming appointment. */
export type OfflineFacts = {
  clinic: { name: string; phone: string; phoneLink: string; address: string }
  next?: { time: string; treatment: string; patient?: string | undefined; doctor?: string | undefined } | undefined
  /** When this was so, and of which clock its times are; empty for the reader's own. */
  asOf: string
  zone: string
}

/** The page's style; its hash is in the policy. The colors are those of web/app/style/theme.css. */
export const offlineStyle = `:root{color-scheme:light dark;--ground:#f4fafb;--card:#fff;--line:#e4f1f3;--ink:#3a4256;--quiet:#5a6478}
@media(prefers-color-scheme:dark){:root{--ground:#12202a;--card:#1e3340;--line:#243a48;--ink:#e6eef2;--quiet:#b0c1cc}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header{background:var(--card);border-bottom:1px solid var(--line);font-weight:650;font-size:1.125rem}
header p,main{max-width:40rem;margin:auto;padding:1.25rem min(1.25rem,5vw)}
main{padding-block:2.5rem}
h1{font-size:min(2.25rem,12vw);line-height:1.15;letter-spacing:-.015em}
h2{font-size:1rem;font-weight:500;color:var(--quiet)}
h1+p{margin:.75rem 0 1.25rem}
section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:min(1.5rem,6vw);margin-top:1.5rem}
.time{font-size:min(1.375rem,9vw);line-height:1.3;font-weight:650;margin-top:.25rem;text-wrap:balance}
.note{color:var(--quiet);font-size:.875rem;margin-top:.75rem}
a{color:inherit;font-weight:500;text-decoration:underline #0fcfec 2px;text-underline-offset:4px}
.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.625rem;background:linear-gradient(90deg,#0fcfec,#19d3ae);color:#06323b;text-decoration:none}
.call{display:inline-flex;align-items:center;min-height:2.75rem;min-width:2.75rem}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
@media(forced-colors:active){.button{border:1px solid}}`

/** The page needs its own style and nothing else: no script, no request, no frame around it. */
export const offlinePolicy =
  "default-src 'none'; style-src 'sha256-5b1mny3MsM90mMVS7QgQaOJvyFOGUfSvvmeLWHoIr5g='; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Writes the offline page. What is said of the person is between two comments, for web/app/offline/answer.ts. */
export function offlineDocument({ clinic, next, asOf, zone }: OfflineFacts): string {
  const name = escapeHtml(clinic.name)
  const phone = `<p><a class="call" href="${escapeHtml(clinic.phoneLink)}">${escapeHtml(clinic.phone)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You’re offline | ${name}</title>
<style>${offlineStyle}</style>
</head>
<body>
<header><p>${name}</p></header>
<main>
<h1>You’re offline</h1>
<p>We can’t load this page. Check your internet connection, then try again.</p>
<a class="button" href="">Try again</a>
<!--person--><section>
${next ? appointment(next) : '<h2>No upcoming appointment</h2>'}
<p class="note">As of ${escapeHtml(asOf)}.${zone && ` Times are ${escapeHtml(zone)}.`}</p>
</section><!--/person-->
<section>
<h2>${name}</h2>
${clinic.phone && phone}
<p>${escapeHtml(clinic.address)}</p>
</section>
</main>
</body>
</html>
`
}

function appointment({ time, treatment, patient, doctor }: NonNullable<OfflineFacts['next']>): string {
  const what = [treatment, patient && `for ${patient}`, doctor && `with ${doctor}`].filter(Boolean).join(' ')
  return `<h2>Your next appointment</h2>
<p class="time">${escapeHtml(time)}</p>
<p>${escapeHtml(what)}</p>`
}
