import { escapeHtml } from '#contract/kit/text/escape-html.ts'
import { phoneLink } from '#contract/kit/text/phone.ts'
import type { Clinic, Content, Link } from './content.ts'
import { brand, light } from './palette.ts'
import { sheet } from './sheet.ts'

// Many email apps ignore style sheets, so styles are inline; the style sheet only adds dark mode and small screens.
// Outlook on Windows needs tables for layout.
const font = "font-family:Figtree,'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif"
const ink = `color:${light.ink}`
const quiet = `color:${light.quiet}`
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

// Fills the rest of the line that an inbox shows, which would go on with the letterhead.
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Renders an email as HTML: a letter of the clinic with its letterhead, one button at most, and its address below. */
export function htmlOf(content: Content, clinic: Clinic, publicUrl: string): string {
  const { heading, preheader } = content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(heading)}</title>
<style>${sheet}</style>
<!--[if mso]><style>body,table,td,th,p,h1,a{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${filler}</div>
<table ${table} class="ground" bgcolor="${light.ground}" style="background-color:${light.ground}">
<tr><td class="outer" align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table ${table} class="card" bgcolor="${light.card}" style="max-width:600px;border:1px solid ${light.line};border-radius:12px;border-collapse:separate;overflow:hidden;background-color:${light.card}">
<tr><td class="bar" height="4" bgcolor="${brand.start}" style="height:4px;border-radius:12px 12px 0 0;background-color:${brand.start};background-image:linear-gradient(90deg,${brand.start},${brand.end});font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td class="side" style="padding:28px 40px 8px">${letterhead(clinic, publicUrl)}</td></tr>
<tr><td class="side" style="padding:20px 40px 24px">
${bodyOf(content, clinic.phone)}
</td></tr>
<tr><td class="side line" style="padding:24px 40px 32px;border-top:1px solid ${light.line}">
${footer(content, clinic)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

function bodyOf(content: Content, phone: string) {
  const { heading, paragraphs, main, facts = [], button, choices, links = [], after = [] } = content
  const parts = [
    `<h1 class="ink" dir="auto" style="margin:0 0 12px;${font};font-size:28px;line-height:1.2;font-weight:700;letter-spacing:-0.01em;${ink}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, phone)),
    main || facts.length > 0 ? block(main, facts) : '',
    button ? bigButton(button) : '',
    choices ? choiceList(choices) : '',
    links.length > 0 ? linkLine(links) : '',
    ...after.map((text) => paragraph(text, phone)),
  ]
  return parts.filter(Boolean).join('\n')
}

/** The clinic's logo, or else the site's mark, beside its name. Outlook on Windows can't show WebP, so it gets the name
 *  alone. */
function letterhead({ name, logo }: Clinic, publicUrl: string) {
  const isOwn = logo?.startsWith('/') === true
  const source = escapeHtml(`${publicUrl}${isOwn ? `${logo}/small` : '/brand/icon-192.png'}`)
  const cell = `<td width="60" style="width:60px;padding:0"><img src="${source}" width="48" height="48" alt="" style="display:block;border:0;border-radius:12px"></td>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${isOwn ? `<!--[if !mso]><!-->${cell}<!--<![endif]-->` : cell}<td class="ink" dir="auto" style="padding:0;${font};font-size:18px;line-height:1.3;font-weight:700;${ink}">${escapeHtml(name)}</td></tr></table>`
}

/** A paragraph, in which the clinic's phone number stays on one line. */
function paragraph(text: string, phone: string) {
  const kept = phone === '' ? text : text.replaceAll(phone, phone.replaceAll(' ', '\u00a0'))
  return `<p dir="auto" class="ink" style="white-space:pre-line;margin:0 0 16px;${font};font-size:16px;line-height:1.6;${ink}">${escapeHtml(kept)}</p>`
}

/** What the email is about, on a tint: in large letters what the recipient looks for first, then the other facts. */
function block(main: Content['main'], facts: [term: string, value: string][]) {
  const large = main
    ? `<p style="margin:0;${font};font-size:22px;line-height:1.35;font-weight:700">${main.label === undefined ? '' : `<span class="quiet" style="display:block;font-size:14px;font-weight:400;${quiet}">${escapeHtml(main.label)}</span>`}${main.lines.map((line) => `<span class="ink" style="display:block;${ink}">${escapeHtml(line)}</span>`).join('\n')}</p>`
    : ''
  return `<table ${table} style="margin:8px 0 24px;border-collapse:separate"><tr>
<td class="block inset" bgcolor="${light.block}" style="padding:20px 24px;border-radius:12px;background-color:${light.block}">${large}
${facts.length > 0 ? factTable(facts, main !== undefined) : ''}</td>
</tr></table>`
}

function factTable(facts: [term: string, value: string][], isBelow: boolean) {
  const rows = facts.map(([term, value]) => {
    const cell = `padding:4px 0;${font};font-size:16px;line-height:1.5;text-align:left;vertical-align:top`
    return `<tr><th scope="row" class="quiet" style="${cell};padding-right:16px;width:1%;white-space:nowrap;font-weight:400;${quiet}">${escapeHtml(term)}</th><td class="ink" dir="auto" style="${cell};word-break:break-word;${ink}">${escapeHtml(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:${isBelow ? '12px' : '0'} 0 0">${rows.join('')}</table>`
}

// Outlook ignores the padding of links, so the table cell has the color and the padding of the button.
function bigButton({ label, link }: Link) {
  return `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:separate"><tr>
<td align="center" class="button" bgcolor="${light.button}" style="border-radius:10px;background-color:${light.button};mso-padding-alt:15px 32px"><a href="${escapeHtml(link)}" class="on-button" style="display:block;padding:15px 32px;${font};font-size:16px;font-weight:700;line-height:1.25;color:${light.onButton};text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>`
}

const anchor = ({ label, link }: Link, style: string) =>
  `<a href="${escapeHtml(link)}" class="ink" style="${style};${ink};text-decoration:underline;text-decoration-color:${brand.start};text-underline-offset:4px">${escapeHtml(label)}</a>`

function choiceList({ lead, links }: NonNullable<Content['choices']>) {
  const rows = links.map(
    (choice) =>
      `<tr><td class="line" style="border-top:1px solid ${light.line};${font};font-size:16px;line-height:1.5">${anchor(choice, 'display:block;padding:10px 0')}</td></tr>`,
  )
  return `<p class="quiet" style="margin:0 0 8px;${font};font-size:16px;line-height:1.5;${quiet}">${escapeHtml(lead)}</p>
<table ${table} style="margin:0 0 12px">${rows.join('\n')}</table>`
}

function linkLine(links: Link[]) {
  const anchors = links.map((link) => anchor(link, 'display:inline-block;margin:0 24px 4px 0;padding:10px 0'))
  return `<p style="margin:0 0 12px;${font};font-size:16px;line-height:1.5">${anchors.join('\n')}</p>`
}

function footer({ why, stop = [] }: Content, { name, address, phone }: Clinic) {
  const call = `<a href="${escapeHtml(phoneLink(phone))}" class="quiet" style="${quiet};text-decoration:none;white-space:nowrap">${escapeHtml(phone)}</a>`
  const lines = [
    `<b class="ink" style="${ink}">${escapeHtml(name)}</b>`,
    ...(address === '' ? [] : [escapeHtml(address)]),
    ...(phone === '' ? [] : [call]),
  ]
  const small = `${font};font-size:14px;line-height:1.6;${quiet}`
  const links = stop.map(
    ({ label, link }) =>
      `<a href="${escapeHtml(link)}" class="quiet" style="display:inline-block;margin:0 24px 0 0;padding:10px 0;${quiet};text-decoration:underline">${escapeHtml(label)}</a>`,
  )
  return [
    `<p dir="auto" class="quiet" style="margin:0;${small}">${lines.join('<br>')}</p>`,
    `<p class="quiet" style="margin:16px 0 0;${small}">${escapeHtml(why)}</p>`,
    ...(links.length > 0 ? [`<p class="quiet" style="margin:0;${small}">${links.join('\n')}</p>`] : []),
  ].join('\n')
}
