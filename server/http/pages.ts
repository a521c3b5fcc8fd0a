import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clinic } from '#contract/clinic.ts'
import { pages as paths, plain, prerendered, unknownPage } from '#contract/pages.ts'
import { StartError } from '#server/start-error.ts'
import { dentist } from './discovery.ts'
import { type Document, documentOf } from './document.ts'
import { escapeHtml } from './html.ts'
import { cardSources, type Sources } from './security.ts'

/** A page with the app, and without it if it is one to be read. */
export type Page = { app: Document; plain?: Document }

/** The built site: where its files are, its pages by path, and what any other address gets. */
export type Site = { folder: string; pages: Map<string, Page>; unknown: Page }

// Where no script runs, the contact form begins a mail.
const contactForm: Sources = { form: 'mailto:' }

/** Reads the pages that were built into `folder` and writes the clinic's data into them. They may load pictures from `pictures` too, if
 *  there is such an origin; the page that takes cards, and no other, what the card provider needs.
 *  @throws StartError when they were not built. */
export function readSite(folder: string, clinic: Clinic, https: boolean, pictures?: string): Site {
  const read = (file: string, also: Sources = {}): Document =>
    documentOf(fill(readFile(join(folder, file)), clinic), https, { image: pictures, ...also })
  const built = (path: string): Page => {
    const at = (file: string) => read(join(path, file), path === paths.home ? contactForm : {})
    return { app: at('index.html'), ...(plain.includes(path) && { plain: at('plain.html') }) }
  }
  const shellFile = '__spa-fallback.html'
  const shell = { app: read(shellFile) }
  const pageAt = (path: string): Page => {
    if (path === paths.payment) return { app: read(shellFile, cardSources(clinic.card)) }
    return prerendered.includes(path) ? built(path) : shell
  }
  return {
    folder,
    pages: new Map(Object.values(paths).map((path) => [path, pageAt(path)])),
    unknown: built(unknownPage),
  }
}

function readFile(file: string) {
  if (!existsSync(file)) throw new StartError(`The page ${file} is missing: run npm run build`)
  return readFileSync(file, 'utf8')
}

// What the build left open: {{clinic}} for all of it as JSON, {{clinic.name}} and the like for text and attributes, {{dentist}} for
// what search engines are told. What is for demo mode only is in elements marked so.
function fill(html: string, clinic: Clinic) {
  const kept = clinic.demo ? html : html.replace(/<div data-demo=[^>]*>[\s\S]*?<\/div>/g, '')
  const texts: Record<string, unknown> = {
    ...clinic,
    'demo.email': clinic.demo?.email,
    'demo.password': clinic.demo?.password,
  }
  return kept.replace(
    /\{\{(clinic|dentist)(?:\.([\w.]+))?\}\}/g,
    (whole, subject: string, name: string | undefined) => {
      if (subject === 'dentist') return dentist(clinic)
      if (!name) return JSON.stringify(clinic).replaceAll('<', '\\u003c')
      const value = texts[name]
      return typeof value === 'string' ? escapeHtml(value) : whole
    },
  )
}
