import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a message that is not sent as a file, which appears whole or not at all. A repeated attempt overwrites it. */
export async function writeToOutbox(folder: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}.draft`)
  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, join(folder, name))
}
