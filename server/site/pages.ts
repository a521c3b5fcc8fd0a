import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clinic } from '#contract/site/clinic.ts'
import { pageList, pages as paths, prerendered, unknownPage, withoutApp } from '#contract/site/pages.ts'
import { StartError } from '#server/config/start-error.ts'
import { escapeHtml } from '../http/html.ts'
import { cardSources, type Sources } from '../http/security.ts'
import { dentist } from './discovery/discovery.ts'
import { createDocument, type Document } from './document.ts'

/** A page with the app; some pages also have a document without it. */
export type Page = { app: Document; withoutApp?: Document }

/** The built site: the folder of its files, its pages by path, and the page for unknown addresses. */
export type Site = { folder: string; pages: Map<string, Page>; unknown: Page }

// The contact form opens the email app.
const contactForm: Sources = { form: 'mailto:' }

/** Reads the built pages from `folder`, fills in the clinic's data and sets each page's policies.
 *  @throws StartError if a page is missing */
export function readSite(folder: string, clinic: Clinic, https: boolean): Site {
  const policies = { cards: cardSources(clinic.card), pictures: { image: 'https:' } } satisfies Record<string, Sources>
  const pageAt = (path: string): Page => {
    const policy = pageList.find((page) => page.path === path)?.policy
    const sources: Sources = policy ? policies[policy] : path === paths.home ? contactForm : {}
    const read = (file: string) => createDocument(fillIn(readFile(join(folder, file)), clinic), https, sources)
    if (!prerendered.includes(path)) return { app: read('__spa-fallback.html') }
    return {
      app: read(join(path, 'index.html')),
      ...(withoutApp.includes(path) && { withoutApp: read(join(path, 'without-app.html')) }),
    }
  }
  return {
    folder,
    pages: new Map(Object.values(paths).map((path) => [path, pageAt(path)])),
    unknown: pageAt(unknownPage),
  }
}

function readFile(file: string) {
  if (!existsSync(file)) throw new StartError(`The page ${file} is missing: run npm run build`)
  return readFileSync(file, 'utf8')
}

// Placeholders of the build: {{clinic}} for all data as JSON, {{clinic.name}} and others for text and attributes, {{dentist}} for structured
// data. Elements with `data-demo` are removed outside demo mode.
function fillIn(html: string, clinic: Clinic) {
  const template = clinic.demo ? html : html.replace(/<div data-demo=[^>]*>[\s\S]*?<\/div>/g, '')
  const texts: Record<string, unknown> = {
    ...clinic,
    'demo.email': clinic.demo?.email,
    'demo.password': clinic.demo?.password,
  }
  return template.replace(
    /\{\{(clinic|dentist)(?:\.([\w.]+))?\}\}/g,
    (placeholder, subject: string, name: string | undefined) => {
      if (subject === 'dentist') return dentist(clinic)
      if (!name) return JSON.stringify(clinic).replaceAll('<', '\\u003c')
      const value = texts[name]
      return typeof value === 'string' ? escapeHtml(value) : placeholder
    },
  )
}
