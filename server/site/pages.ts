import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clinic } from '#contract/site/clinic.ts'
import { pageList, pages as paths, prerendered, unknownPage, withoutApp } from '#contract/site/pages.ts'
import { StartError } from '#server/config/start-error.ts'
import { escapeHtml } from '../http/html.ts'
import { cardSources, type Sources } from '../http/security.ts'
import { dentist } from './discovery/discovery.ts'
import { type Document, documentOf } from './document.ts'

/** A page with the app, and for pages to be read also one without. */
export type Page = { app: Document; withoutApp?: Document }

/** The built site: where its files are, its pages by path, and what any other address gets. */
export type Site = { folder: string; pages: Map<string, Page>; unknown: Page }

// Without a script the contact form opens the email app.
const contactForm: Sources = { form: 'mailto:' }

/** Reads the pages that were built into `folder`, fills in the clinic's data and gives each its policy.
 *  @throws StartError when they were not built. */
export function readSite(folder: string, clinic: Clinic, https: boolean): Site {
  const policies = { cards: cardSources(clinic.card), pictures: { image: 'https:' } } satisfies Record<string, Sources>
  const pageAt = (path: string): Page => {
    const policy = pageList.find((page) => page.path === path)?.policy
    const also: Sources = policy ? policies[policy] : path === paths.home ? contactForm : {}
    const read = (file: string): Document => documentOf(fill(readFile(join(folder, file)), clinic), https, also)
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
