import { describe, expect, it } from 'vitest'
import { contrast } from '#contract/kit/contrast.ts'
import type { MailKind } from '#server/database/schema/mail.ts'
import { writeMessage } from './message.ts'
import { dark, light, pairsOf } from './palette.ts'
import { sheet } from './sheet.ts'
import { longest, mailKinds, samples, sender, writtenAt } from './testing/samples.ts'

const write = (kind: MailKind) => writeMessage(kind, samples[kind], sender, writtenAt)
const writeLongest = (kind: MailKind) => {
  const { details, sender } = longest(kind)
  return writeMessage(kind, details, sender, writtenAt)
}
const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, link = '']) => link.replaceAll('&amp;', '&'))

describe.each(mailKinds)('an email of the kind %s', (kind) => {
  it('has one button at most, and its other links are quiet', () => {
    const buttons = write(kind).html.match(/class="button"/g) ?? []
    expect(buttons.length).toBeLessThanOrEqual(1)
  })

  it('is small, with the longest texts too', () => {
    // Quoted-printable writes three characters for some.
    expect(Buffer.byteLength(write(kind).html)).toBeLessThan(20 * 1024)
    expect(Buffer.byteLength(writeLongest(kind).html)).toBeLessThan(60 * 1024)
  })

  it('has each link of the HTML in its text, on a line of its own and once, in the same order', () => {
    const { html, text } = write(kind)
    const links = linksIn(html).filter((link) => !link.startsWith('tel:'))
    expect(text.split('\n').filter((line) => /:\/\//.test(line))).toEqual(links)
    expect(new Set(links).size).toBe(links.length)
  })

  it('has no relative address, and pictures of this site only, which say nothing', () => {
    const { html } = writeLongest(kind)
    for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(address).toMatch(/^(https:|tel:)/)
    const pictures = html.match(/<img [^>]*>/g) ?? []
    expect(pictures).toHaveLength(1)
    for (const picture of pictures) expect(picture).toMatch(/ src="https:\/\/clinic\.example\/.* alt=""/)
  })

  it('is a letter of the clinic, which says why it came', () => {
    const { html, text } = write(kind)
    const { name, address, phone } = sender.clinic
    expect(text).toContain(`\n\n${name}\n${address}\n${phone}\n\n`)
    expect(text.trimEnd().split('\n').length).toBeGreaterThan(5)
    expect(html.match(/<h1 /g)).toHaveLength(1)
    // No sentence is there twice.
    const sentences = text.match(/[A-Z][^.?\n]{15,}[.?]/g) ?? []
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it('says "email", one clock, and no year of a near day', () => {
    const { html, text, subject } = write(kind)
    expect(text + subject).not.toMatch(/e-mail|\bmails?\b|\d – \d/i)
    if (!['receipt', 'refunded', 'absence-decided'].includes(kind))
      expect(text).not.toMatch(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/)
    expect(html).not.toContain('undefined')
  })
})

it.each([
  ['light', light],
  ['dark', dark],
])('every text of the %s palette has enough contrast', (_name, palette) => {
  for (const [text, background] of pairsOf(palette))
    expect(contrast(channels(text), channels(background)), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5)
})

it('uses the colors of the palette only', () => {
  const known: string[] = [light, dark].flatMap((palette) => Object.values(palette))
  const colors = mailKinds.flatMap((kind) => write(kind).html.match(/#[\da-f]{6}\b/gi) ?? [])
  expect([...new Set(colors)].filter((color) => !known.includes(color)).sort()).toEqual(['#19d3ae'])
})

it('darkens by the system’s setting, and where Outlook.com does', () => {
  for (const [name, color] of [
    ['ink', dark.ink],
    ['quiet', dark.quiet],
    ['card', dark.card],
  ]) {
    const rule = `.${name} { (background-)?color: ${color} !important }`
    expect(sheet).toMatch(new RegExp(`prefers-color-scheme: dark[^@]*\\n  ${rule}`))
    expect(sheet).toMatch(new RegExp(`\\[data-ogs[bc]\\] ${rule}`))
  }
})

it('keeps text off the gradient, which apps do not darken with the text', () => {
  const { html } = write('appointment-booked')
  expect(html.match(/gradient/g)).toHaveLength(1)
  expect(html).toMatch(/linear-gradient[^>]*>&nbsp;<\/td>/)
})

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
