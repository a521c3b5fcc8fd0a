import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { pageAt } from '#contract/site/page-at.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Frame } from '#web/ui/frame/Frame.tsx'
import { App } from './App.tsx'
import { PageHead } from './head/PageHead.tsx'
import { loadPage, partsAt } from './routes.tsx'

// Runs during the build (scripts/build/pages.ts).

/** A page as a visitor sees it first. `isComplete`: `app` is the page; otherwise, because the page depends on its
 *  address, a placeholder. `parts`: the files in `web/pages/` that the page consists of. */
export type Prerendered = { head: string; app: string; isComplete: boolean; parts: string[] }

/** Address of the font of every page. */
export const fontUrl: string = figtree

/** Renders the page at `path`. */
export async function prerender(path: string): Promise<Prerendered> {
  const isComplete = !pageAt(path)?.byAddress
  await loadPage(path)
  const page = <StaticRouter location={path}>{isComplete ? <App /> : <Shell />}</StaticRouter>
  return {
    head: renderToStaticMarkup(<PageHead path={path} />),
    app: renderToString(page),
    isComplete,
    parts: partsAt(path),
  }
}

function Shell() {
  return (
    <Frame shell>
      <Spinner label="Loading" />
    </Frame>
  )
}
