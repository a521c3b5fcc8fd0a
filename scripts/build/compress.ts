import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const gzipped = promisify(gzip)
// Brotli does its best by default, gzip does not.
const ways = [
  { ending: 'br', pack: promisify(brotliCompress) },
  { ending: 'gz', pack: (content: Buffer) => gzipped(content, { level: constants.Z_BEST_COMPRESSION }) },
]

/** Puts `x.js.br` and `x.js.gz` beside each script, style sheet and drawing in `folder`, for browsers that take them.
 *  Browsers ask for Brotli over HTTPS only. */
export async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file))
      for (const { ending, pack } of ways) await writeFile(join(folder, `${file}.${ending}`), await pack(content))
    }),
  )
}
