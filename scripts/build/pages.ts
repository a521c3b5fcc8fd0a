// Builds the pages into build/client (docs/pages.md).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { documentFolder, documents, withoutApp } from '#contract/site/documents.ts'
import type * as Prerender from '#web/app/prerender.tsx'
import { entry, readAssets } from './assets.ts'
import { compressFiles } from './compress.ts'
import { createDocuments } from './document.ts'
import { bundleInline } from './inline.ts'

// Before React is loaded, which looks once.
process.env.NODE_ENV = 'production'

const client = resolve('build/client')
const prerenderer = resolve('build/prerender')

await build({
  logLevel: 'warn',
  build: { outDir: client, manifest: true, rolldownOptions: { input: entry } },
})
await build({ logLevel: 'warn', publicDir: false, build: { outDir: prerenderer, ssr: 'web/app/prerender.tsx' } })

const { prerender, fontUrl }: typeof Prerender = await import(pathToFileURL(join(prerenderer, 'prerender.js')).href)
const toDocuments = createDocuments({
  template: (await readFile('index.html', 'utf8')).replace(/^<!--.*-->\n/, ''),
  assets: await readAssets(client),
  fontUrl,
  early: await bundleInline('web/app/head/early.ts'),
  late: await bundleInline('web/app/head/late.ts'),
  visitor: await bundleInline('web/app/head/visitor.ts'),
})
for (const path of documents) {
  const { app, visitor } = toDocuments(path, await prerender(path))
  const folder = join(client, documentFolder(path))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), app)
  if (withoutApp.includes(path)) await writeFile(join(folder, 'without-app.html'), visitor)
}
await rm(prerenderer, { recursive: true })
await compressFiles(join(client, 'assets'))
