import type { MetaDescriptor } from 'react-router'
import { clinic } from '../clinic.ts'

/** The head of a page that is for the person in front of it, not for search engines: its title with the clinic's name. */
export function pageTitle(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${clinic.name}` }, { name: 'robots', content: 'noindex' }]
}
