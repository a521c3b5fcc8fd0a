import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** What is built: the folder of the pages, and the file that starts the server. */
type Built = { pages: string; server: string }

let building: Promise<Built> | undefined

/** Builds the pages and the server if a file that they are made of has changed, once in a process. Several processes
 *  may ask at once. */
export function built(): Promise<Built> {
  building ??= build()
  return building
}

async function build(): Promise<Built> {
  await promisify(execFile)(process.execPath, ['scripts/setup.mjs', 'built'])
  return { pages: resolve('build/client'), server: resolve('build/server/serve.js') }
}
