import { rendered } from '#contract/site/documents.ts'
import { pages } from '#contract/site/pages.ts'
import type { Prerendered } from '#web/app/prerender.tsx'
import { entry, type readAssets } from './assets.ts'

/** Pages that show something before the app has started: it starts after the first paint. */
const late: readonly string[] = [pages.login, pages.signup, pages.forgotPassword, ...rendered]

/** Scripts that run before the page's, each in a task of its own, by their names in vite.config.ts and
 *  scripts/build/chunks.ts. They do nothing by themselves. */
const shared = ['base', 'app', 'members', 'patients', 'common', 'patients-soon', 'calendar', 'form', 'sign-in']

/** Where a visitor is likely to go next: the browser fetches these documents while this one is read. */
const next = { prefetch: [{ urls: [pages.login, pages.appointment], eagerness: 'eager' }] }

const earlyTag = '<script type="module" src="/web/app/head/early.ts"></script>'
const startTag = `<script type="module" src="/${entry}"></script>`
// The server fills in these placeholders (server/site/pages.ts).
const clinicData = '<script type="application/json" id="clinic">{{clinic}}</script>'
const answers = '<script type="application/json" id="answers">{{answers}}</script>'
const structuredData = '<script type="application/ld+json">{{dentist}}</script>'

type Documents = Record<'app' | 'visitor' | 'frame', string>

interface Parts {
  /** index.html. */
  template: string
  assets: Awaited<ReturnType<typeof readAssets>>
  fontUrl: string
  /** Inline scripts: in the head, instead of an app that starts at once, and instead of an app. */
  early: string
  late: string
  visitor: string
}

/** Returns a function that makes the documents of a page: with the app, without it for visitors who only read, and
 *  the frame of a page that the server renders. */
export function createDocuments({ template, assets, fontUrl, ...scripts }: Parts) {
  return (path: string, { head, app, isComplete, parts }: Prerendered): Documents => {
    const needed = assets(parts, rendered.includes(path) ? 'rendered' : 'first')
    const [start = ''] = needed.scripts
    const styles = [
      `<link rel="preload" href="${fontUrl}" as="font" type="font/woff2" crossorigin="anonymous">`,
      ...needed.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ]
    const fill = (values: Record<string, string>) => fillIn(template, { '<!--app-->': app, ...values })
    const inline = (code: string) => `<script>${code}</script>`
    const preloads = needed.scripts.map((href) => `<link rel="modulepreload" href="${href}">`)
    const run = [...shared.flatMap((name) => needed.shared.get(name) ?? []), start]
    const later = [...run, ...needed.scripts.filter((href) => !run.includes(href))].map(
      (href) => `<link rel="later" href="${href}"${run.includes(href) ? ' data-run' : ''}>`,
    )
    const startApp = late.includes(path) ? inline(scripts.late) : `<script type="module" src="${start}" async></script>`
    const withApp = {
      [earlyTag]: inline(scripts.early),
      '<!--head-->': [head, ...styles, ...(late.includes(path) ? later : preloads)].join(''),
      '<!--data-->': clinicData + structuredData,
    }
    const prerendered = { '<div id="app"': '<div id="app" data-prerendered="yes"' }
    return {
      app: fill({ ...withApp, ...(isComplete && prerendered), [startTag]: startApp }),
      frame: fill({ ...withApp, ...prerendered, '<!--app-->': '{{app}}', [startTag]: answers + startApp }),
      visitor: fill({
        [earlyTag]: '',
        '<!--data-->': structuredData,
        '<!--head-->': [head, ...styles].join(''),
        [startTag]: `<script type="speculationrules">${JSON.stringify(next)}</script>${inline(scripts.visitor)}`,
      }),
    }
  }
}

/** Replaces each key by its value. @throws Error when the template lacks a key */
function fillIn(template: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((html, [key, value]) => {
    if (!html.includes(key)) throw new Error(`index.html lacks ${key}`)
    return html.replace(key, () => value)
  }, template)
}
