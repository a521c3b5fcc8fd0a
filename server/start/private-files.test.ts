import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepPrivate } from './private-files.ts'

let folder: string
let before: number
const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)
beforeEach(() => {
  before = process.umask(0o022)
  folder = mkdtempSync(join(tmpdir(), 'clinic-private-'))
})
afterEach(() => {
  process.umask(before)
  rmSync(folder, { recursive: true })
})

it.skipIf(process.platform === 'win32')('makes new files and folders private', () => {
  expect(keepPrivate(join(folder, 'data'))).toBeUndefined()
  mkdirSync(join(folder, 'data/db'), { recursive: true })
  writeFileSync(join(folder, 'data/db/PG_VERSION'), '')
  expect([modeOf('data'), modeOf('data/db'), modeOf('data/db/PG_VERSION')]).toEqual(['700', '700', '600'])
})

it.skipIf(process.platform === 'win32')('leaves files to the access lists of Windows, where modes say nothing', () => {
  chmodSync(folder, 0o755)
  expect(keepPrivate(folder, 'win32')).toBeUndefined()
  expect([modeOf(), process.umask()]).toEqual(['755', 0o022])
})

it.skipIf(process.platform === 'win32')(
  'removes wider permissions, reports it once, and skips files that are not the server’s',
  () => {
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'photos'))
    writeFileSync(join(folder, 'photos/one.webp'), '')
    writeFileSync(join(folder, 'auth-secret'), '')
    writeFileSync(join(folder, 'notes.txt'), '')
    symlinkSync(join(folder, 'notes.txt'), join(folder, 'outbox'))
    expect(keepPrivate(folder)).toMatch(
      /was open to other users of this machine: 4 of its files and folders are private/,
    )
    expect([modeOf(), modeOf('photos'), modeOf('photos/one.webp'), modeOf('auth-secret')]).toEqual([
      '700',
      '700',
      '600',
      '600',
    ])
    expect(modeOf('notes.txt')).toBe('644')
    expect(keepPrivate(folder)).toBeUndefined()
  },
)

it.skipIf(process.platform === 'win32')('makes the target of a linked data folder private', () => {
  mkdirSync(join(folder, 'disk'))
  writeFileSync(join(folder, 'disk/auth-secret'), '')
  symlinkSync(join(folder, 'disk'), join(folder, 'data'))
  expect(keepPrivate(join(folder, 'data'))).toMatch(/was open .*: 2 of its files and folders are private/)
  expect([modeOf('disk'), modeOf('disk/auth-secret')]).toEqual(['700', '600'])
})

it.skipIf(process.platform === 'win32')('does not change the mode of a folder for everybody, such as /tmp', () => {
  chmodSync(folder, 0o1777)
  writeFileSync(join(folder, 'auth-secret'), '')
  keepPrivate(folder)
  expect([modeOf(), modeOf('auth-secret')]).toEqual(['777', '600'])
})

it.skipIf(process.platform === 'win32')('ignores a path that is not a folder', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(keepPrivate(join(file, 'data'))).toBeUndefined()
})
