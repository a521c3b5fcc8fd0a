// Bundles the server into build/server: a start reads some dozen files instead of two thousand (docs/decisions/0094).
import { dirname, relative, resolve, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const folder = resolve('build/server')

// Packages that read files of their own, have machine code, or are loaded by a thread.
const external = [
  /^@electric-sql\/pglite/,
  /^@fastify\/(otel|swagger-ui)/,
  /^@opentelemetry\/(exporter|sdk)/,
  /^(pdfkit|harfbuzzjs|subset-font)/,
  /^pg-native/,
  /^pino/,
  /^sharp/,
]

/** Keeps the paths that modules build from where they are. A bundle has one place for all of them. */
const keepFolders: Plugin = {
  name: 'keep-folders',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return undefined
    const from = JSON.stringify(`/${relative(folder, dirname(id)).split(sep).join('/')}`)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${from})`)
      .replaceAll('import.meta.main', 'false')
  },
}

const bundle = await rolldown({
  input: 'server/serve.ts',
  platform: 'node',
  external,
  plugins: [keepFolders],
  // Libraries test for features by `eval`.
  checks: { eval: false },
})
// A character outside Latin-1 doubles the memory that the text of a file takes.
const small = { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } } as const
await bundle.write({ dir: folder, format: 'esm', cleanDir: true, ...small })
await bundle.close()
