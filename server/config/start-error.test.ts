import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const report = (error: string) =>
  spawnSync(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval'],
      `import { reportAndExit, StartError } from '#server/config/start-error.ts'; reportAndExit(${error})`,
    ],
    { encoding: 'utf8' },
  )

it.each([
  ["new StartError('one line')", 'one line'],
  [
    "Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })",
    'A disk is full: free some space, and start again (ENOSPC: no space left on device, write)',
  ],
  [
    "new Error('Failed query: insert\\nparams: ', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) })",
    'A disk is full: free some space, and start again (could not extend file)',
  ],
])('a start that fails by %s prints one line and exits with code 1', (error, line) => {
  expect(report(error)).toMatchObject({ status: 1, stderr: `${line}\n` })
})

it('an error that nobody expected has its stack', () => {
  expect(report("new TypeError('x is not a function')").stderr).toMatch(/^TypeError: x is not a function\n +at /)
})
