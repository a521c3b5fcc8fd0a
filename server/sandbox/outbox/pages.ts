import { escapeHtml } from '#server/http/html.ts'
import type { Mail } from './mails.ts'

/** The pages' only style, inline so that they need no file of their own. */
export const style = `
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; color: #3a4256; background: #fff }
h1 { font-size: 1.75rem; line-height: 1.15 }
ul { padding: 0; list-style: none }
li { padding: .75rem 0; border-top: 1px solid #c9dade }
a { color: inherit; overflow-wrap: anywhere }
.meta { display: block; font-size: .875rem; overflow-wrap: anywhere }
.text { padding: 1rem; border-radius: 12px; background: #f4fafb; white-space: pre-wrap; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) { body { color: #e6eef2; background: #12202a } .text { background: #182a36 } li { border-color: #243a48 } }
`

/** The list of mails. */
export function listPage(mails: Mail[]): string {
  const items = mails.map(
    ({ id, subject, to, date }) =>
      `<li><a href="/sandbox/outbox/${id}">${escapeHtml(subject)}</a><span class="meta">to ${escapeHtml(to)}, ${escapeHtml(date)}</span></li>`,
  )
  const list = mails.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail was written yet.</p>'
  return page(
    'Outbox',
    `<p>This is a demo without a mail server: what it would send can be read here, the newest first, by everybody.</p>${list}`,
  )
}

/** One mail. Of the addresses in it only those of this site are links. */
export function mailPage({ subject, to, date, text }: Mail, publicUrl: string): string {
  const linked = escapeHtml(text).replace(/https?:\/\/\S+/g, (url) =>
    url.startsWith(`${escapeHtml(publicUrl)}/`) ? `<a href="${url}">${url}</a>` : url,
  )
  return page(
    subject,
    `<p class="meta">to ${escapeHtml(to)}, ${escapeHtml(date)}</p><div class="text">${linked}</div><p><a href="/sandbox/outbox">All mails</a></p>`,
  )
}

function page(title: string, content: string) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} | Demo outbox</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>
`
}
