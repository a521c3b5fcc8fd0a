import type { MetaDescriptor } from 'react-router'
import { clinic } from '../clinic.ts'

/** The head of a page that search engines may show, and what a shared link to it looks like. `path` is one of `indexed` in contract/pages.ts. */
export function publicPage(path: string, title: string, description: string): MetaDescriptor[] {
  const url = `${clinic.publicUrl}${path}`
  const whole = `${title} | ${clinic.name}`
  return [
    { title: whole },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: clinic.name },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${clinic.publicUrl}/brand/card.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'A dentist’s chair in the light of a large window, resting on a wide smile' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
