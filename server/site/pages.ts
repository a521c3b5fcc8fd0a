import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#contract/kit/text/escape-html.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import { documentFolder, unknownPage, withoutApp } from '#contract/site/documents.ts'
import { pageList, pages as paths } from '#contract/site/pages.ts'
import { workerFile } from '#contract/site/worker-file.ts'
import { StartError } from '#server/config/start-error.ts'
import { scriptJson } from '../http/html.ts'
import { cardLinks, cardSources, type Sources } from '../http/security.ts'
import { dentist } from './discovery/discovery.ts'
import { createDocument, type Document } from './document.ts'

/** Returns the document of a page, with the clinic's data as it is now. */
export type CurrentDocument = () => Document | Promise<Document>

/** Why a visitor is asked to sign in, and the query that leads back. */
type SignInFacts = Pick<Clinic, 'signInReason' | 'signInQuery'>

/** A page with the app; some pages also have a document without it. `frame`: of a page that is rendered for a person,
 *  with `{{app}}` and `{{answers}}` in their places. `link`: the header of this name. `needsSignIn`: visitors are sent
 *  to the login. `byReason`: the documents of the login that say why a page asks for a sign-in. `fill`: the HTML of the
 *  login or the sign-up for one visitor. */
export type Page = {
  app: CurrentDocument
  withoutApp?: CurrentDocument
  frame?: CurrentDocument
  link?: string
  needsSignIn?: boolean
  byReason?: Map<string, CurrentDocument>
  fill?: (extra: SignInFacts) => string | Promise<string>
}

/** The built site: the folder of its files, its pages by path, the page for unknown addresses, and the script of the
 *  service worker. */
export type Site = { folder: string; pages: Map<string, Page>; unknown: Page; worker: string }

/** Returns the clinic's data as it is now: the same object until it changes, and a promise only if it has to be read
 *  first. */
export type CurrentClinic = () => Clinic | Promise<Clinic>

type Options = {
  clinic: CurrentClinic
  /** The data for the landing page, and for that of the dentists. */
  home: CurrentClinic
  dentists: CurrentClinic
  card: Clinic['card']
  https: boolean
}

// The contact form opens the email app.
const contactForm: Sources = { form: 'mailto:' }

/** Reads the built pages from `folder`. Their documents have each page's policies and the clinic's current data.
 *  @throws StartError if a page is missing */
export function readSite(folder: string, { clinic, home, dentists, card, https }: Options): Site {
  const policies = { cards: cardSources(card), pictures: { image: 'https:' } } satisfies Record<string, Sources>
  const ownData = new Map<string, CurrentClinic>([
    [paths.home, home],
    [paths.dentists, dentists],
  ])
  const pageAt = (path: string): Page => {
    const { policy, audience, isRendered } = pageList.find((page) => page.path === path) ?? {}
    const sources: Sources = policy ? policies[policy] : path === paths.home ? contactForm : {}
    const data = ownData.get(path) ?? clinic
    const read = (file: string) => {
      const template = readFile(join(folder, documentFolder(path), file))
      return (extra: SignInFacts = {}) =>
        currentDocument(template, { data, extra }, (html) => createDocument(html, https, sources))
    }
    const app = read('index.html')
    return {
      app: app(),
      ...(policy === 'cards' && { link: cardLinks(card) }),
      ...(path === paths.login && {
        byReason: new Map([...signInReasons].map((signInReason) => [signInReason, app({ signInReason })])),
      }),
      ...((path === paths.login || path === paths.signup) && {
        fill: filler(readFile(join(folder, documentFolder(path), 'index.html')), data),
      }),
      ...(isRendered && { frame: read('frame.html')() }),
      ...(withoutApp.includes(path) && { withoutApp: read('without-app.html')() }),
      needsSignIn: audience === 'members' || audience === 'admins',
    }
  }
  return {
    folder,
    pages: new Map(Object.values(paths).map((path) => [path, pageAt(path)])),
    unknown: pageAt(unknownPage),
    worker: readFile(join(folder, workerFile)),
  }
}

/** Returns a function that fills in a document for one visitor. */
function filler(template: string, data: CurrentClinic): NonNullable<Page['fill']> {
  return async (extra) => fillIn(template, { ...(await data()), ...extra })
}

const signInReasons = new Set(pageList.flatMap(({ signIn }) => signIn ?? []))

/** @throws StartError if `folder` has no pages */
export function requirePages(folder: string): void {
  readFile(join(folder, 'index.html'))
}

function readFile(file: string) {
  if (!existsSync(file)) throw new StartError(`The page ${file} is missing: run npm run build`)
  return readFileSync(file, 'utf8')
}

/** Fills in `template` again only when the data has changed, and creates another document only if the HTML differs. */
function currentDocument(
  template: string,
  { data, extra }: { data: CurrentClinic; extra: Partial<Clinic> },
  create: (html: string) => Document,
): CurrentDocument {
  let last: { clinic: Clinic; html: string; document: Document } | undefined
  const documentOf = (clinic: Clinic): Document => {
    if (last?.clinic === clinic) return last.document
    const html = fillIn(template, { ...clinic, ...extra })
    last = { clinic, html, document: last?.html === html ? last.document : create(html) }
    return last.document
  }
  return () => {
    const clinic = data()
    return clinic instanceof Promise ? clinic.then(documentOf) : documentOf(clinic)
  }
}

function withPath(path: string, values: Record<string, unknown> | null) {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [`${path}.${name}`, value]))
}

function withNumbers(name: string, rows: readonly Record<string, unknown>[]) {
  const entries = rows.flatMap((row, n) => Object.entries({ [`${name}${n}`]: row, ...withPath(`${name}${n}`, row) }))
  return Object.fromEntries(entries)
}

// An element may be within another one.
function withoutAbsent(html: string, values: Record<string, unknown>): string {
  return html.replace(
    /<(\w+) data-if="(\w+)"([^>]*)>([\s\S]*?)<\/\1>/g,
    (_element, tag: string, name: string, attributes: string, inner: string) =>
      values[name] ? `<${tag} data-if="${name}"${attributes}>${withoutAbsent(inner, values)}</${tag}>` : '',
  )
}

// An element with `data-each` is repeated for each row of a list, without what the row has not.
function withEach(html: string, { dentists = [], nextTimes = [] }: Clinic) {
  const lists: Record<string, readonly Record<string, string>[]> = { dentists, nextTimes }
  return html.replace(/<(\w+) data-each="(\w+)"[\s\S]*?<\/\1>/g, (element, _tag, list: string) =>
    (lists[list] ?? [])
      .map((row) => {
        const known = Object.entries(row).map(([name, value]) => [
          `each${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          value,
        ])
        return withoutAbsent(element, Object.fromEntries(known)).replace(
          /\{\{each\.(\w+)\}\}/g,
          (_placeholder, name: string) => escapeHtml(row[name] ?? ''),
        )
      })
      .join(''),
  )
}

// An element of a drawing is removed if the clinic has a picture of its own in its place, and the other way round.
function pictureValues({ heroPicture, teamPicture, mapPicture, services, reviews, demo }: Clinic) {
  const ofServices = services.flatMap(({ picture }, n) => [
    ...Object.entries(withPath(`service${n}picture`, picture ?? null)),
    [`service${n}picture`, picture],
    [`service${n}drawing`, !picture],
  ])
  const ofReviews = reviews.flatMap(({ portrait, sample }, n) => [
    [`review${n}portrait`, portrait],
    [`review${n}drawing`, sample && !portrait],
  ])
  return {
    ...withPath('heroPicture', heroPicture ?? null),
    ...withPath('teamPicture', teamPicture ?? null),
    ...withPath('mapPicture', mapPicture ?? null),
    heroDrawing: !heroPicture,
    mapDrawing: demo && !mapPicture,
    ...Object.fromEntries([...ofServices, ...ofReviews]),
  }
}

// Placeholders of the build: {{clinic}} for all data as JSON, {{clinic.name}} and others for text and attributes,
// {{dentist}} for structured data. An element with `data-if` is removed if the clinic has no such data.
function fillIn(html: string, clinic: Clinic) {
  const values: Record<string, unknown> = {
    ...{ signInReason: '', signInQuery: '' },
    ...clinic,
    ...withPath('demo', clinic.demo),
    ...withPath('privacy', clinic.privacy),
    ...withNumbers('service', clinic.services),
    ...withNumbers('review', clinic.reviews),
    ...pictureValues(clinic),
    ...{ eachImg: true, eachSpecialty: true, eachLanguages: true, eachSentence: true },
    hasDentists: clinic.dentists !== undefined && clinic.dentists.length > 0,
    hasNoDentists: clinic.dentists?.length === 0,
    ...Object.fromEntries(clinic.services.map(({ price }, n) => [`service${n}price`, price !== ''])),
    hasReviews: clinic.reviews.length > 0,
    hasSampleReviews: clinic.reviews.some(({ sample }) => sample),
    ...Object.fromEntries(clinic.reviews.map(({ sample }, n) => [`review${n}sample`, sample])),
    hasLogo: clinic.logo !== undefined,
    hasNoLogo: clinic.logo === undefined,
    hasContact: clinic.phone !== '' || clinic.email !== '',
  }
  return withoutAbsent(withEach(html, clinic), values).replace(
    /\{\{(clinic|dentist)(?:\.([\w.]+))?\}\}/g,
    (placeholder, subject: string, name: string | undefined) => {
      if (subject === 'dentist') return dentist(clinic)
      if (!name) return scriptJson(clinic)
      const value = values[name]
      return typeof value === 'string' ? escapeHtml(value) : placeholder
    },
  )
}
