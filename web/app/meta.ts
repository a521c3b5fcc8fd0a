import type { MetaFunction } from 'react-router'
import { clinic } from '#web/clinic.ts'
import { pageAt } from '#web/page-at.ts'

/** The `meta` of every page, from its row of `pageTable`. A page without a description is hidden from search engines; the others also
 *  describe the preview of a shared link. */
export const pageMeta: MetaFunction = ({ location: { pathname } }) => {
  const page = pageAt(pathname)
  const title = `${page?.title ?? 'Page not found'} | ${clinic.name}`
  if (!page?.description) return [{ title }, { name: 'robots', content: 'noindex' }]
  const { path, description } = page
  const url = `${clinic.publicUrl}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: clinic.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${clinic.publicUrl}/brand/card.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'A dentist’s chair in the light of a large window, resting on a wide smile' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
