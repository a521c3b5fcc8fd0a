import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside the project. */
export function inProject(...parts) {
  return join(root, ...parts)
}

/** The pinned Node that npm scripts run on, whatever Node runs this file. */
export function pinnedNode() {
  return inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Whether `path` is a program that this user may run. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The first of `names` found on PATH, as a full path. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Whether packages can be installed here without asking anybody: root on Debian or a child of it. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && onPath('apt-get') !== undefined
}
