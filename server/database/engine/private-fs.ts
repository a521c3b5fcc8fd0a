import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

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
    stream_ops: Operations & { fsync?: (stream: Stream) => number }
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
 *  makes files readable and writable by everybody, regardless of the umask, and its fsync does nothing. Calls
 *  `onLogFailure` with the reason if the write-ahead log can't be written or a file can't be synced. */
export function privateFs(folder: string, onLogFailure: (reason: string) => void = () => {}): NodeFS {
  const fs = new NodeFS(folder)
  const init = fs.init.bind(fs)
  fs.init = async (pglite, options) => {
    const prepared = await init(pglite, options)
    const change = (module: unknown) => {
      maskModes(module as Module)
      syncFiles(module as Module, onLogFailure)
      watchLog(module as Module, onLogFailure)
    }
    return {
      emscriptenOpts: { ...prepared.emscriptenOpts, preRun: [...(prepared.emscriptenOpts.preRun ?? []), change] },
    }
  }
  return fs
}

function maskModes({ NODEFS: { node_ops } }: Module) {
  const { setattr } = node_ops
  node_ops.setattr = (node, attributes) => {
    const { mode } = attributes
    setattr(node, mode === undefined || mode === null ? attributes : { ...attributes, mode: mode & ~othersMask })
  }
}

function syncFiles({ NODEFS }: Module, onFailure: (reason: string) => void) {
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      NODEFS.tryFSOperation(() => fsyncSync(nfd))
    } catch (error) {
      onFailure(reasonOf(error))
      throw error
    }
    return 0
  }
}

// NODEFS opens files by way of a node, so that these are all the ways to write one.
function watchLog({ NODEFS }: Module, onFailure: (reason: string) => void) {
  const watch = (operations: Operations, name: string, nodeOf: (first: unknown) => Node) => {
    const run = operations[name]
    if (!run) return
    operations[name] = (...args) => {
      try {
        return run(...args)
      } catch (error) {
        if (/[/\\]pg_wal([/\\]|$)/.test(NODEFS.realPath(nodeOf(args[0])))) onFailure(reasonOf(error))
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
