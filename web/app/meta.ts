import { type MetaFunction, matchPath } from 'react-router'
import { pageList } from '#contract/site/pages.ts'
import { clinic } from '../clinic.ts'

/** The `meta` of every page, from its row of `pageTable`: its title with the clinic's name. A page with a description is for search engines too: it says what
 *  it is and what a shared link to it looks like. */
export const pageMeta: MetaFunction = ({ location: { pathname } }) => {
  const page = pageList.find(({ path }) => matchPath(path, pathname) !== null)
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
