import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import dockerignore from '@balena/dockerignore'
import { z } from 'zod'
import type { Dockerfile, Step } from './dockerfile.ts'

/** How to build: `folder` gets a folder for each stage. With `installs`, npm installs the packages; else they are those
 *  of this checkout, by links. */
type Options = { folder: string; installs: boolean }

/** A stage that is built: the folder that is `/` in it, where commands run, and their variables. */
type Built = { root: string; workdir: string; env: Record<string, string> }

/** Builds the stages of an image without Docker, from exactly the files that .dockerignore lets through and COPY names.
 *  Commands run on this machine's programs, in the folder that their WORKDIR is. Returns the last stage.
 *  @throws if a file is not there, or a command fails, with its output */
export function buildImage({ stages }: Dockerfile, options: Options): Built {
  const context = contextFiles()
  const built = new Map<string | undefined, Built>()
  for (const [place, { name, parent, steps }] of stages.entries()) {
    const stage = { root: join(options.folder, `stage-${place}`), workdir: '/', env: {}, ...begin(built.get(parent)) }
    mkdirSync(dirname(stage.root), { recursive: true })
    const from = parent && built.get(parent)
    if (from) copyTree(from.root, stage.root)
    for (const step of steps) take(step, stage, { context, built, ...options })
    built.set(name, stage)
  }
  const last = built.get(stages.at(-1)?.name)
  if (!last) throw new Error('The Dockerfile has no stage')
  return last
}

const begin = (parent: Built | undefined) => parent && { workdir: parent.workdir, env: { ...parent.env } }

function take(
  step: Step,
  stage: Built,
  { context, built, installs }: Options & { context: string[]; built: Map<string | undefined, Built> },
) {
  const inStage = (path: string) => join(stage.root, resolve(stage.workdir, path))
  switch (step.kind) {
    case 'workdir':
      stage.workdir = resolve(stage.workdir, step.path)
      mkdirSync(join(stage.root, stage.workdir), { recursive: true })
      return
    case 'env':
      Object.assign(stage.env, step.variables)
      return
    case 'copy': {
      const target = inStage(step.target)
      const from = built.get(step.from)
      for (const source of step.sources) {
        if (step.from !== undefined) copyTree(join(from?.root ?? '', source), target)
        else copyContext(source, step.target.endsWith('/') ? join(target, basename(source)) : target, context)
      }
      return
    }
    case 'run':
      for (const command of step.command.split(/\s+&&\s+/)) run(command, inStage('.'), { stage, installs })
  }
}

const toReachRegistry =
  /^(HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(https?|no)_proxy|npm_config_(registry|cafile|cache))$/i

function run(command: string, cwd: string, { stage, installs }: { stage: Built; installs: boolean }) {
  // Its user is in the image only.
  const [, folder] = /^install --directory .*\s(\S+)$/.exec(command) ?? []
  if (folder) return void mkdirSync(join(stage.root, folder), { recursive: true })
  if (/^npm install /.test(command) && !installs) return linkPackages(cwd, !command.includes('--omit=dev'))
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const outside = Object.entries(process.env).filter(([name]) => toReachRegistry.test(name))
  const env = { ...Object.fromEntries(outside), ...stage.env, PATH }
  execFileSync('/bin/sh', ['-ec', command], { cwd, env, stdio: 'pipe', encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

/** Returns the files that the builder gets, as Docker does. */
function contextFiles(): string[] {
  const filter = dockerignore.default({ ignorecase: false }).add(readFileSync('.dockerignore', 'utf8')).createFilter()
  // The pattern `*` keeps these two out; to list them takes long.
  const all = globSync('**/*', { exclude: ['node_modules', '.git', '.cache', 'build'] }).concat(globSync('.*'))
  return all.filter((path) => statSync(path).isFile() && filter(path))
}

function copyContext(source: string, target: string, context: string[]) {
  const files = context.filter((path) => path === source || path.startsWith(`${source}/`))
  if (files.length === 0) throw new Error(`COPY ${source}: there is no such file in the build context`)
  for (const file of files) cpSync(file, join(target, file.slice(source.length)), { recursive: true })
}

/** Copies a folder of another stage by hard links. */
function copyTree(source: string, target: string) {
  if (!existsSync(source)) throw new Error(`COPY --from: there is no ${source}`)
  mkdirSync(target, { recursive: true })
  execFileSync('cp', ['-al', `${source}/.`, target])
}

const lockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

/** Makes a node_modules of links to the packages of this checkout that npm would install. Code outside of packages
 *  finds these only. */
function linkPackages(folder: string, withDev: boolean) {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  const wanted = Object.keys(packages).filter(
    (path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && (withDev || !packages[path]?.dev) && existsSync(path),
  )
  for (const path of wanted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(resolve(path), join(folder, path))
  }
  cpSync('node_modules/.bin', join(folder, 'node_modules/.bin'), { recursive: true, verbatimSymlinks: true })
}
