import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, projectPath, root } from './paths.mjs'
import { run } from './run.mjs'

const sources = ['web', 'contract', 'public', 'index.html', 'scripts/build', 'vite.config.ts', 'package-lock.json']
const fingerprintFile = projectPath('build', '.sources')

/** Builds the pages if the content of a source file has changed since the last build. Ignores modification times,
 *  because a checkout changes them. */
export const pagesStep = {
  isDone: () =>
    readIfExists(fingerprintFile) === fingerprint() && existsSync(projectPath('build', 'client', 'index.html')),
  async run() {
    // Taken before the build, so that a change during the build leads to another one.
    const built = fingerprint()
    rmSync(fingerprintFile, { force: true })
    await buildPages()
    mkdirSync(projectPath('build'), { recursive: true })
    writeFileSync(`${fingerprintFile}.new`, built)
    renameSync(`${fingerprintFile}.new`, fingerprintFile)
    return 'built the pages'
  },
}

async function buildPages() {
  const env = { ...process.env, NODE_ENV: 'production' }
  await run('building the pages', pinnedNode(), [projectPath('scripts', 'build', 'build.ts')], { env })
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path) {
  if (!existsSync(join(root, path))) return []
  const names = listFolder(join(root, path))
  if (!names) return [path]
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).flatMap((name) => listFiles(`${path}/${name}`))
}

/** Returns the names in a folder, or undefined if `path` is a file. */
function listFolder(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
