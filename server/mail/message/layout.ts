import type { ClinicData } from '#contract/clinic.ts'
import { escapeHtml } from '#contract/kit/text/escape-html.ts'

/** The clinic as the footer of an email shows it. */
export type Clinic = { name: string; address: string; phone: string; logo?: string | null }

/** The same, with what its dates, times and prices are shown by. */
export type ShownClinic = Clinic & Pick<ClinicData, 'timeZone' | 'language' | 'country' | 'currency'>

/** Text of an email, in order. `preheader` is the line that an inbox shows beside the subject. */
export type Content = {
  heading: string
  preheader: string
  paragraphs: string[]
  facts?: [term: string, value: string][]
  button?: Link | undefined
  /** Further links, less prominent. */
  links?: Link[]
  after?: string[]
}

type Link = { label: string; link: string }

/** What an email says, and its subject. */
export type Email = Content & { subject: string }

/** The button that opens a link, if there is one. */
export function buttonTo(link: string | undefined, label: string): Content['button'] {
  return link === undefined ? undefined : { label, link }
}

/** Renders an email as HTML and as plain text. `content` is plain text, which this function escapes. The logo is at
 *  `publicUrl`. */
export function layOut(content: Content, clinic: Clinic, publicUrl: string): { html: string; text: string } {
  return { html: htmlOf(content, clinic, publicUrl), text: textOf(content, clinic) }
}

function textOf(
  { heading, paragraphs, facts = [], button, links = [], after = [] }: Content,
  { name, address, phone }: Clinic,
) {
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([term, value]) => `${term}: ${value}`).join('\n'),
    ...[...(button ? [button] : []), ...links].map(({ label, link }) => `${label}:\n${link}`),
    ...after,
    [name, address, phone].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

// Many email apps ignore style sheets, so styles are inline; the style sheet only adds dark mode. Outlook needs tables
// for layout.
const font = "font-family:Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif"
const ink = 'color:#3a4256'
const quiet = 'color:#5a6478'
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const dark = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .ground { background: #12202a !important }
  .card { background: #182a36 !important; border-color: #243a48 !important }
  .line { border-color: #243a48 !important }
  .ink { color: #e6eef2 !important }
  .quiet { color: #b0c1cc !important }
}
`

function htmlOf(
  { heading, preheader, paragraphs, facts = [], button, links = [], after = [] }: Content,
  clinic: Clinic,
  publicUrl: string,
) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${dark}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4fafb">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}</div>
<table ${table} class="ground" style="background:#f4fafb">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table ${table} style="max-width:600px">
<tr><td class="ink" style="padding:0 12px 16px;${font};font-size:18px;font-weight:700;${ink}">${logoOf(clinic, publicUrl)}${escapeHtml(clinic.name)}</td></tr>
<tr><td class="card" style="padding:28px 24px;border:1px solid #e4f1f3;border-radius:12px;background:#ffffff">
<h1 class="ink" style="margin:0 0 16px;${font};font-size:24px;line-height:1.25;${ink}">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${facts.length > 0 ? factTable(facts) : ''}
${button ? buttonWithLink(button) : ''}
${links.length > 0 ? linkLine(links) : ''}
${after.map(paragraph).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 12px 0;${font};font-size:14px;line-height:1.6;${quiet}">${[clinic.name, clinic.address, clinic.phone].map(escapeHtml).join('<br>')}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

// Outlook on Windows can't show WebP, so it gets the name alone.
function logoOf({ logo }: Clinic, publicUrl: string) {
  if (!logo) return ''
  const source = escapeHtml(`${publicUrl}${logo}/small`)
  return `<!--[if !mso]><!--><img src="${source}" width="40" height="40" alt="" style="margin-right:12px;border:0;border-radius:8px;vertical-align:middle"><!--<![endif]-->`
}

function paragraph(text: string) {
  return `<p dir="auto" class="ink" style="white-space:pre-line;margin:0 0 16px;${font};font-size:16px;line-height:1.6;${ink}">${escapeHtml(text)}</p>`
}

function linkLine(links: Link[]) {
  const anchors = links.map(
    ({ label, link }) =>
      `<a href="${escapeHtml(link)}" class="ink" style="display:inline-block;margin:0 24px 8px 0;padding:8px 0;${ink};text-decoration:underline">${escapeHtml(label)}</a>`,
  )
  return `<p style="margin:0 0 8px;${font};font-size:16px;line-height:1.6">${anchors.join('\n')}</p>`
}

function factTable(facts: [term: string, value: string][]) {
  const rows = facts.map(([term, value]) => {
    const cell = `padding:10px 0;border-top:1px solid #e4f1f3;${font};font-size:16px;line-height:1.5;text-align:left;vertical-align:top`
    return `<tr><th scope="row" class="quiet line" style="${cell};padding-right:16px;font-weight:400;${quiet}">${escapeHtml(term)}</th><td class="ink line" style="${cell};word-break:break-word;${ink}">${escapeHtml(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

// Outlook ignores the padding of links, so the table cell has the color and the padding of the button.
function buttonWithLink({ label, link }: { label: string; link: string }) {
  const url = escapeHtml(link)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr>
<td bgcolor="#0fcfec" style="border-radius:10px;background:#0fcfec;background-image:linear-gradient(90deg,#0fcfec,#19d3ae);mso-padding-alt:14px 28px"><a href="${url}" style="display:inline-block;padding:14px 28px;${font};font-size:16px;font-weight:700;line-height:1.25;color:#06323b;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="quiet" style="margin:0 0 16px;${font};font-size:14px;line-height:1.6;${quiet}">Button not working? Open this link:<br><a href="${url}" class="quiet" style="word-break:break-all;${quiet}">${url}</a></p>`
}
