import { escapeHtml } from '#contract/kit/text/escape-html.ts'
import { fontSheet } from '#server/site/fonts.ts'
import type { Mail } from './mails.ts'

/** The inline style of the pages. */
export const style = `
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.6 "Figtree Variable", system-ui, sans-serif; color: #3a4256; background: #fff }
h1 { margin: 0 0 1rem; font-size: 1.75rem; font-weight: 650; line-height: 1.15; letter-spacing: -.015em }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; font-weight: 650 }
ul { padding: 0; list-style: none }
li { padding: .75rem 0; border-top: 1px solid #c9dade }
a { color: inherit; overflow-wrap: anywhere }
:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px }
iframe { display: block; width: 100%; height: 60rem; border: 1px solid #c9dade; border-radius: 12px }
@media (width < 40rem) { iframe { height: 66rem } }
.meta { display: block; font-size: .875rem; overflow-wrap: anywhere }
.text { padding: 1rem; border-radius: 12px; background: #f4fafb; white-space: pre-wrap; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) { body { color: #e6eef2; background: #12202a } .text { background: #182a36 } li, iframe { border-color: #243a48 } }
`

/** Returns the page that lists the emails. */
export function listPage(mails: Mail[]): string {
  const items = mails.map(
    ({ id, subject, to, date }) =>
      `<li><a href="/sandbox/outbox/${id}">${escapeHtml(subject)}</a><span class="meta">to ${escapeHtml(to)}, ${escapeHtml(date)}</span></li>`,
  )
  const list = mails.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No emails yet.</p>'
  return page(
    'Outbox',
    `<p>This demo has no mail server. The latest emails that it would send appear here, newest first, and anyone can read them.</p>${list}`,
  )
}

/** Returns the page of an email: its HTML in a frame, and its text, in which only URLs of this site are links. */
export function mailPage({ id, subject, to, date, text }: Mail, publicUrl: string): string {
  const linked = escapeHtml(text).replace(/https?:\/\/\S+/g, (url) =>
    url.startsWith(`${escapeHtml(publicUrl)}/`) ? `<a href="${url}">${url}</a>` : url,
  )
  return page(
    subject,
    `<p class="meta">to ${escapeHtml(to)}, ${escapeHtml(date)}</p>
<iframe src="/sandbox/outbox/${escapeHtml(id)}/html" title="The email as HTML" sandbox="allow-scripts allow-top-navigation-by-user-activation"></iframe>
<h2>As plain text</h2><div class="text">${linked}</div><p><a href="/sandbox/outbox">All emails</a></p>`,
  )
}

/** Returns the HTML of an email. Its links open outside the frame. */
export function framedHtml({ html }: Mail): string {
  return html.replace('<head>', '<head><base target="_top">')
}

function page(title: string, content: string) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} | Demo outbox</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${fontSheet}"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>
`
}
