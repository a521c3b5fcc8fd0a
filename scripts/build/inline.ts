import { build } from 'vite'

/** Bundles a module and what it imports into one script that a document contains, or a worker is. */
export async function bundleInline(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, rolldownOptions: { input: file, output: { format: 'iife' } } },
  })
  const chunks = 'output' in built ? built.output : []
  const [chunk] = chunks
  if (chunk?.type !== 'chunk' || chunks.length > 1) throw new Error(`${file} must become one script`)
  return chunk.code.trim()
}
