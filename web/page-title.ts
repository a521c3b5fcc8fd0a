import type { MetaDescriptor } from 'react-router'
import { clinic } from './clinic.ts'

/** The head of a page: its title with the clinic's name, and what a search engine may say of it. */
export function pageTitle(title: string, description?: string): MetaDescriptor[] {
  const parts: MetaDescriptor[] = [{ title: `${title} | ${clinic.name}` }]
  if (description) parts.push({ name: 'description', content: description })
  return parts
}
