import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clinic } from '#contract/clinic.ts'
import { pages as paths, prerendered } from '#contract/pages.ts'
import { StartError } from '#server/start-error.ts'
import { dentist } from './discovery.ts'
import { escapeHtml } from './html.ts'
import { cardSources, pagePolicy, type Sources } from './security.ts'

/** A page ready to be sent. */
export type Page = { html: string; etag: string; policy: string }

/** The built site: where its files are, its pages by path, and the shell that any other address gets. */
export type Site = { folder: string; pages: Map<string, Page>; shell: Page }

/** Reads the pages that were built into `folder` and writes the clinic's data into them. They may load pictures from `pictures` too, if
 *  there is such an origin; the page that takes cards, and no other, what the card provider needs.
 *  @throws StartError when they were not built. */
export function readSite(folder: string, clinic: Clinic, https: boolean, pictures?: string): Site {
  const read = (file: string, also: Sources = {}) =>
    pageOf(fill(readFile(join(folder, file)), clinic), https, { image: pictures, ...also })
  const shellFile = '__spa-fallback.html'
  const shell = read(shellFile)
  const pageAt = (path: string) => {
    if (path === paths.payment) return read(shellFile, cardSources(clinic.card))
    if (!prerendered.includes(path)) return shell
    // Where no script runs, the contact form begins a mail.
    if (path === paths.home) return read('index.html', { form: 'mailto:' })
    return read(`${path.slice(1)}/index.html`)
  }
  return { folder, shell, pages: new Map(Object.values(paths).map((path) => [path, pageAt(path)])) }
}

function readFile(file: string) {
  if (!existsSync(file)) throw new StartError(`The page ${file} is missing: run npm run build`)
  return readFileSync(file, 'utf8')
}

// What the build left open: {{clinic}} for all of it as JSON, {{clinic.name}} and the like for text and attributes, {{dentist}} for
// what search engines are told.
function fill(html: string, clinic: Clinic) {
  return html.replace(/\{\{(clinic|dentist)(?:\.(\w+))?\}\}/g, (whole, subject: string, name: string | undefined) => {
    if (subject === 'dentist') return dentist(clinic)
    if (!name) return JSON.stringify(clinic).replaceAll('<', '\\u003c')
    const value = clinic[name as keyof Clinic]
    return typeof value === 'string' ? escapeHtml(value) : whole
  })
}

function pageOf(html: string, https: boolean, also: Sources): Page {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g)
  return {
    html,
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`,
    policy: pagePolicy(
      [...scripts].map(([, code = '']) => hashOf(code)),
      https,
      also,
    ),
  }
}

// https://www.w3.org/TR/CSP3/#grammardef-hash-source
function hashOf(code: string) {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}
