import { accessSync, constants, statSync } from 'node:fs'
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
  const [major, minor] = process.versions.node.split('.').map(Number)
  return isExecutable(packagedNode()) || major > 24 || (major === 24 && minor >= 2)
}

function packagedNode() {
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  return projectPath('node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
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
