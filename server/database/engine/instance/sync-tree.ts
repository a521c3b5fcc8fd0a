import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Syncs a folder and everything in it to the disk. */
export function syncTree(path: string, platform: NodeJS.Platform = process.platform): void {
  syncFolder(path, platform)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(path, entry.name), platform)
    // Windows syncs only files that are open for writing.
    else sync(join(path, entry.name), 'r+')
  }
}

/** Syncs the names in a folder to the disk. Windows can't, and answers EPERM; there the journal of NTFS keeps names in
 *  order. */
export function syncFolder(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') sync(path, 'r')
}

function sync(path: string, flags: 'r' | 'r+') {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
