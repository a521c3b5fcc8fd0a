import type { Clinic, Content } from './content.ts'

/** Renders an email as plain text. A paragraph is one line, which email apps wrap at the width of the window: a fixed
 *  width would break lines twice on a phone. A link has a line of its own. */
export function textOf(content: Content, { name, address, phone }: Clinic): string {
  const { heading, paragraphs, main, facts = [], button, choices, links = [], after = [], why, stop = [] } = content
  const { label, lines = [] } = main ?? {}
  const terms = facts.map(([term, value]) => `${term}: ${value}`)
  const blocks = [
    heading,
    ...paragraphs,
    label === undefined ? lines.join('\n') : '',
    (label === undefined ? terms : [`${label}: ${lines.join(', ')}`, ...terms]).join('\n'),
    button && withLink(button),
    ...(choices ? [choices.lead, ...choices.links.map(withLink)] : []),
    ...links.map(withLink),
    ...after,
    [name, address, phone].filter(Boolean).join('\n'),
    why,
    ...stop.map(withLink),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const withLink = ({ label, link }: { label: string; link: string }) => `${label}:\n${link}`
