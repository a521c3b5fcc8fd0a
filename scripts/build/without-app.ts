import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { pages, withoutApp } from '#contract/site/pages.ts'

/** Where a visitor is likely to go next: their documents are fetched while this one is read. */
const next = { prefetch: [{ urls: [pages.login, pages.appointment], eagerness: 'eager' }] }

/** Writes `without-app.html` beside the `index.html` of each page that is to be read: the same page without the app, which has no more script
 *  than web/app/visitor.ts. @throws when a page is not as React Router builds it. */
export async function makePagesWithoutApp(folder: string): Promise<void> {
  const script = await visitorScript()
  for (const path of withoutApp) {
    const html = await readFile(join(folder, path, 'index.html'), 'utf8')
    await writeFile(join(folder, path, 'without-app.html'), removeApp(html, script))
  }
}

function removeApp(html: string, script: string) {
  const plainHtml = html
    .replace(/<script(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<!--\/?\$\??-->|<template id="B:\d+"><\/template>/g, '')
    .replace(/<div hidden id="S:\d+"><\/div>/g, '')
    .replace(
      '</body>',
      () =>
        `<script type="speculationrules">${JSON.stringify(next)}</script><script type="module">${script}</script></body>`,
    )
  const left = /__reactRouter|modulepreload|<script[^>]*\bsrc=| id="[BS]:/.exec(plainHtml)
  if (left || !plainHtml.includes(script)) throw new Error(`A page without the app has ${left?.[0] ?? 'no script'}`)
  return plainHtml
}

async function visitorScript() {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: 'web/app/visitor.ts' }, modulePreload: false },
  })
  const chunks = 'output' in built ? built.output : []
  const [chunk] = chunks
  if (chunk?.type !== 'chunk' || chunks.length > 1) throw new Error('web/app/visitor.ts is to be one file')
  return chunk.code.trim()
}
