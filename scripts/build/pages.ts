// Builds the pages into build/client, and what renders them into build/render (docs/pages.md).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { documentFolder, documents, rendered, withoutApp } from '#contract/site/documents.ts'
import { workerFile } from '#contract/site/worker-file.ts'
import type * as Prerender from '#web/app/prerender.tsx'
import { entry, readAssets } from './assets.ts'
import { compressFiles } from './compress.ts'
import { createDocuments } from './document.ts'
import { bundleInline } from './inline.ts'

// Before React is loaded, which looks once.
process.env.NODE_ENV = 'production'

const client = resolve('build/client')
const renderer = resolve('build/render')

await build({
  logLevel: 'warn',
  build: { outDir: client, manifest: true, rolldownOptions: { input: entry } },
})
await build({
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { outDir: renderer, ssr: true, rolldownOptions: { input: ['web/app/prerender.tsx', 'web/app/render.tsx'] } },
})

const prerenderer = join(renderer, 'prerender.js')
const { prerender, fontUrl }: typeof Prerender = await import(pathToFileURL(prerenderer).href)
const toDocuments = createDocuments({
  template: (await readFile('index.html', 'utf8')).replace(/^<!--.*-->\n/, ''),
  assets: await readAssets(client),
  fontUrl,
  early: await bundleInline('web/app/head/early.ts'),
  late: await bundleInline('web/app/head/late.ts'),
  visitor: await bundleInline('web/app/head/visitor.ts'),
})
for (const path of documents) {
  const { app, visitor, frame } = toDocuments(path, await prerender(path))
  const folder = join(client, documentFolder(path))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), app)
  if (rendered.includes(path)) await writeFile(join(folder, 'frame.html'), frame)
  if (withoutApp.includes(path)) await writeFile(join(folder, 'without-app.html'), visitor)
}
await writeFile(join(client, workerFile), await bundleInline('web/app/offline/worker.ts'))
await rm(prerenderer)
await compressFiles(join(client, 'assets'))
