import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Returns the absolute path of `parts` inside the repository. */
export function projectPath(...parts) {
  return join(root, ...parts)
}

/** Path of the Node in node_modules, which npm scripts run on. Setup itself may run on another version. */
export function pinnedNode() {
  return projectPath('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
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

/** Whether setup can install Debian packages: it runs as root and apt-get exists. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined
}
