import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type LogSync, openLogSync } from './log-sync.ts'

const othersMask = 0o077

type Attributes = { mode?: number | null }
/** A file, and a stream that is open on it, as Emscripten's NODEFS sees them. */
type Node = { name: string; parent: Node }
type Stream = { node: Node; nfd: number }
type Operations = Record<string, (...args: unknown[]) => unknown>
/** The part of Emscripten's module that this file changes. */
type Module = {
  NODEFS: {
    node_ops: Operations & { setattr: (node: unknown, attributes: Attributes) => void }
    stream_ops: Operations & { fsync?: (stream: Stream) => number; close: (stream: Stream) => unknown }
    realPath: (node: Node) => string
    tryFSOperation: <Result>(run: () => Result) => Result
  }
}

// Numbers of WASI, which Emscripten's errors have.
const reasons: Record<number, string> = {
  29: 'input or output error',
  51: 'no space left',
  69: 'read-only file system',
}

/** Returns PGlite's file system in `folder` with files that only their owner can access and that reach the disk. PGlite
 *  makes files readable and writable by everybody, regardless of the umask, and its fsync does nothing. The log is
 *  synced by `whenSynced`, which returns a promise, or before anything else is written. Calls `onLogFailure` with the
 *  reason if the write-ahead log can't be written or a file can't be synced. */
export function privateFs(folder: string, onLogFailure: (reason: string) => void = () => {}) {
  const log = openLogSync()
  const fs = new NodeFS(folder)
  const init = fs.init.bind(fs)
  fs.init = async (pglite, options) => {
    const prepared = await init(pglite, options)
    const change = (module: unknown) => {
      maskModes(module as Module)
      syncFiles(module as Module, log, onLogFailure)
      watchLog(module as Module, onLogFailure)
    }
    return {
      emscriptenOpts: { ...prepared.emscriptenOpts, preRun: [...(prepared.emscriptenOpts.preRun ?? []), change] },
    }
  }
  const whenSynced = () =>
    log.whenSynced().catch((error) => {
      onLogFailure(reasonOf(error))
      throw error
    })
  return { fs, whenSynced }
}

function maskModes({ NODEFS: { node_ops } }: Module) {
  const { setattr } = node_ops
  node_ops.setattr = (node, attributes) => {
    const { mode } = attributes
    setattr(node, mode === undefined || mode === null ? attributes : { ...attributes, mode: mode & ~othersMask })
  }
}

function syncFiles({ NODEFS }: Module, log: LogSync, onFailure: (reason: string) => void) {
  const { stream_ops: streams, node_ops: nodes } = NODEFS
  const isLog = (node: Node) => logFolder.test(NODEFS.realPath(node))
  const sync = (run: () => void) => {
    try {
      NODEFS.tryFSOperation(run)
    } catch (error) {
      onFailure(reasonOf(error))
      throw error
    }
  }
  streams.fsync = ({ node, nfd }) => {
    if (isLog(node)) log.delay(nfd)
    else sync(() => fsyncSync(nfd))
    return 0
  }
  // A page must not reach the disk before its log, nor a file of the log go before what makes it superfluous.
  const before = (operations: Operations, name: string, isSynced: (first: unknown) => boolean) => {
    const run = operations[name]
    if (!run) return
    operations[name] = (...args) => {
      if (log.isPending() && isSynced(args[0])) sync(log.syncNow)
      return run(...args)
    }
  }
  for (const name of ['write', 'setattr']) before(streams, name, (stream) => !isLog((stream as Stream).node))
  for (const name of ['mknod', 'rename', 'unlink', 'setattr']) before(nodes, name, () => true)
  const { close } = streams
  streams.close = (stream) => {
    sync(() => log.beforeClose(stream.nfd))
    return close(stream)
  }
}

const logFolder = /[/\\]pg_wal([/\\]|$)/

// NODEFS opens files by way of a node, so that these are all the ways to write one.
function watchLog({ NODEFS }: Module, onFailure: (reason: string) => void) {
  const watch = (operations: Operations, name: string, nodeOf: (first: unknown) => Node) => {
    const run = operations[name]
    if (!run) return
    operations[name] = (...args) => {
      try {
        return run(...args)
      } catch (error) {
        if (logFolder.test(NODEFS.realPath(nodeOf(args[0])))) onFailure(reasonOf(error))
        throw error
      }
    }
  }
  for (const name of ['open', 'write']) watch(NODEFS.stream_ops, name, (stream) => (stream as Stream).node)
  for (const name of ['mknod', 'rename', 'setattr']) watch(NODEFS.node_ops, name, (node) => node as Node)
}

function reasonOf(error: unknown) {
  const { errno } = error as { errno?: number }
  return reasons[errno ?? 0] ?? `error ${errno}`
}
