import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endProcess, findProcess, isRunning, sendSignal, startProcess } from './processes.ts'

describe.skipIf(process.platform !== 'linux')('processes, which only Linux tells apart by /proc', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clinic-processes-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const start = (...command: string[]) =>
    startProcess({ command, env: { SECRET: 'from-the-environment' }, cwd: folder, log: join(folder, 'log') })

  test('a process gets its environment, and its output goes to the log', async () => {
    const id = start('/bin/sh', '-c', 'echo "$SECRET in $PWD"')
    await expect.poll(() => isRunning(id)).toBe(false)
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(`from-the-environment in ${folder}\n`)
  })

  test('a process that was started is ended, also one that ignores the signal', async () => {
    const id = start('/bin/sh', '-c', 'trap "" TERM; while :; do sleep 1; done')
    expect(isRunning(id)).toBe(true)
    await endProcess(id, 'SIGTERM', 100)
    expect(isRunning(id)).toBe(false)
  })

  test('a process that was given the pid of an ended one gets no signal', async () => {
    const other = start('/bin/sleep', '60')
    const ended = { pid: other.pid, startedAt: `${other.startedAt}0` }
    expect(isRunning(ended)).toBe(false)
    expect(sendSignal(ended, 'SIGKILL')).toBe(false)
    await endProcess(ended, 'SIGKILL', 100)
    expect(isRunning(other)).toBe(true)
    await endProcess(other, 'SIGKILL', 5_000)
  })

  test('a name with parentheses and spaces is no obstacle', async () => {
    const child = spawn(process.execPath, [
      '-e',
      'process.title = "a) Z (b"; console.log(); setTimeout(() => {}, 60_000)',
    ])
    await once(child.stdout, 'data')
    expect(findProcess(child.pid ?? 0)).toMatchObject({
      name: 'a) Z (b',
      session: expect.any(Number),
      cwd: process.cwd(),
    })
    child.kill('SIGKILL')
  })

  test('a program that is not there is an error', () => {
    expect(() => start('/no/such/program')).toThrow("/no/such/program can't be started")
  })
})
