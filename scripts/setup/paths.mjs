import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Returns the absolute path of `parts` inside the repository. */
export function projectPath(...parts) {
  return join(root, ...parts)
}

/** Path of the Node that npm scripts run on: the lock file's, or the machine's own where no package has a Node for
 *  it. */
export function pinnedNode() {
  const packaged = packagedNode()
  return isExecutable(packaged) ? packaged : process.execPath
}

/** Whether npm scripts run on a Node that reads the project: the lock file's, or one of the machine that is new
 *  enough. */
export function hasNode() {
  return isExecutable(packagedNode()) || isNewEnough(process.versions.node)
}

/** Returns what this machine lacks before the packages can be installed: no package has a Node for macOS and for
 *  Windows on ARM, so it needs its own. Undefined if nothing. */
export function missingNode(platform = process.platform, arch = process.arch, version = process.versions.node) {
  const { optionalDependencies } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'))
  if (packageOf(platform, arch) in optionalDependencies || isNewEnough(version)) return undefined
  const system = { darwin: 'macOS', win32: 'Windows' }[platform] ?? platform
  return `${system} on ${arch} needs Node 24.2 or newer, and this is ${version}: install Node 24, then try again`
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 2)
}

const packageOf = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`

function packagedNode() {
  const name = packageOf(process.platform, process.arch)
  return projectPath('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Whether `path` is a file that this user may execute. */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Returns the full path of the first of `names` that is on PATH, or undefined. */
export function findOnPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Returns the program and first arguments that run npm. Uses npm's own Node, because setup replaces the one in
 *  node_modules, and npm's script, because Windows starts no `npm.cmd` without a shell. */
export function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  return script && node && isExecutable(node) ? [node, script] : [findOnPath('npm') ?? 'npm']
}

/** Whether setup can install Debian packages: it runs as root and apt-get exists. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined
}
