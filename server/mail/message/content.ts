import type { ClinicData } from '#contract/clinic.ts'

/** The clinic as the letterhead and the footer of an email show it. */
export type Clinic = { name: string; address: string; phone: string; logo?: string | null }

/** The same, with what its dates, times and prices are shown by. */
export type ShownClinic = Clinic & Pick<ClinicData, 'timeZone' | 'language' | 'country' | 'currency'>

export type Link = { label: string; link: string }

/** Text of an email, in order. `preheader` is the line that an inbox shows beside the subject. */
export type Content = {
  heading: string
  preheader: string
  paragraphs: string[]
  /** What the recipient looks for first, in large letters above the facts: a day and its time, or an amount. */
  main?: { label?: string; lines: string[] }
  facts?: [term: string, value: string][]
  /** The one button of the email. */
  button?: Link | undefined
  /** Links to take instead of the button, one below the other, and what leads to them. */
  choices?: { lead: string; links: Link[] }
  /** Further links, less prominent. */
  links?: Link[]
  after?: string[]
  /** Why the recipient gets the email, and how they get no more of them. */
  why: string
  /** The links of that. */
  stop?: Link[]
}

/** What an email says, and its subject. */
export type Email = Content & { subject: string }

/** The button that opens a link, if there is one. */
export function buttonTo(link: string | undefined, label: string): Content['button'] {
  return link === undefined ? undefined : { label, link }
}
