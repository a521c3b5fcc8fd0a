import { pageAt } from '#contract/site/page-at.ts'
import { clinic } from '#web/clinic.ts'

/** Returns the document title of the page at `path`, with the clinic's name. */
export function titleAt(path: string): string {
  return `${pageAt(path)?.title ?? 'Page not found'} | ${clinic.name}`
}

/** What the built document's head says about the page at `path`, from its row of `pageTable`. A page without a
 *  description is hidden from search engines; the others also describe the preview of a shared link. */
export function PageHead({ path: address }: { path: string }) {
  const page = pageAt(address)
  const title = titleAt(address)
  if (!page?.description) {
    return (
      <>
        <title>{title}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  }
  const { path, description } = page
  const url = `${clinic.publicUrl}${path}`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={clinic.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${clinic.publicUrl}/brand/card.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content="A treatment room in the morning light: a dentist’s chair under a lamp, beside a window"
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
