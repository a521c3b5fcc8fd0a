import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** Builds the pages if a file that they are made of has changed, and returns the folder with them. Several processes
 *  may ask at once. */
export async function builtPages(): Promise<string> {
  await promisify(execFile)(process.execPath, ['scripts/setup.mjs', 'build-pages'])
  return resolve('build/client')
}
