import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#testbed/free-port.ts'

/** `npm run dev` on a free port, with data and a Vite cache of its own. */
export type DevServer = { url: string; log: () => string; stop: () => Promise<void> }

/** Starts `npm run dev` and waits until the pages are served; the server behind them may still be starting. */
export async function startDevServer(env: Record<string, string>): Promise<DevServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'clinic-dev-'))
  const own = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    VITE_CACHE_DIR: join(folder, 'vite'),
    FORCE_COLOR: '0',
  }
  const child = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', PUBLIC_URL: '', ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that `stop` reaches Vite and the server too.
    detached: true,
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text
    })
  }
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answers(child, url)
  } catch (error) {
    await stop()
    throw new Error(`npm run dev served no page:\n${written}`, { cause: error })
  }
  return { url, log: () => written, stop }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    if (
      await fetch(`${url}/brand/icon.svg`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('it did not answer within 60 s')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await closed
}
