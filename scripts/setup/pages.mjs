import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, pinnedNode, root } from './places.mjs'
import { run } from './run.mjs'

const sources = [
  'web',
  'contract',
  'public',
  'scripts/build',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const stamp = inProject('build', '.sources')

/** Builds the pages when a file they are made of has changed since. Contents count, not dates: a checkout changes dates at will. */
export const pagesStep = {
  isDone: () => read(stamp) === fingerprint() && existsSync(inProject('build', 'client', 'index.html')),
  async run() {
    const built = fingerprint()
    rmSync(stamp, { force: true })
    await buildPages()
    mkdirSync(inProject('build'), { recursive: true })
    writeFileSync(`${stamp}.new`, built)
    renameSync(`${stamp}.new`, stamp)
    return 'built the pages'
  },
}

async function buildPages() {
  const tool = inProject('node_modules', '@react-router', 'dev', 'bin.cjs')
  const env = { ...process.env, NODE_ENV: 'production' }
  await run('building the pages', pinnedNode(), [tool, 'build'], { env })
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(join(root, path))) return []
  const entries = readdirSafely(join(root, path))
  if (!entries) return [path]
  return entries.filter((name) => !/\.test\.tsx?$/.test(name)).flatMap((name) => filesUnder(`${path}/${name}`))
}

function readdirSafely(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
