import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, projectPath, root } from './paths.mjs'
import { run } from './run.mjs'

const modules = ['contract', 'package-lock.json']

/** Builds the pages into build/client. */
export const pagesStep = buildStep('pages', {
  script: 'pages.ts',
  result: 'client/index.html',
  sources: [...modules, 'web', 'public', 'index.html', 'scripts/build', 'vite.config.ts'],
})

/** Bundles the server into build/server. */
export const serverStep = buildStep('server', {
  script: 'server.ts',
  result: 'server/serve.js',
  sources: [...modules, 'server', 'sandbox', 'scripts/build/server.ts'],
})

/** Returns a step that builds something if the content of a source file has changed since the last build. It ignores
 *  modification times, because a checkout changes them. */
function buildStep(name, { script, result, sources }) {
  const fingerprintFile = projectPath('build', `.${name}`)
  return {
    begins: `building the ${name}`,
    isDone: () =>
      readIfExists(fingerprintFile) === fingerprint(sources) && existsSync(projectPath('build', ...result.split('/'))),
    async run() {
      // Taken before the build, so that a change during the build leads to another one.
      const built = fingerprint(sources)
      rmSync(fingerprintFile, { force: true })
      const env = { ...process.env, NODE_ENV: 'production' }
      await run(`building the ${name}`, pinnedNode(), [projectPath('scripts', 'build', script)], { env })
      mkdirSync(projectPath('build'), { recursive: true })
      writeFileSync(`${fingerprintFile}.new`, built)
      renameSync(`${fingerprintFile}.new`, fingerprintFile)
      return `built the ${name}`
    },
  }
}

function fingerprint(sources) {
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
