import { NodeFS } from '@electric-sql/pglite/nodefs'

const othersMask = 0o077

type Attributes = { mode?: number | null }
/** The part of Emscripten's module that sets file modes. */
type Module = { NODEFS: { node_ops: { setattr: (node: unknown, attributes: Attributes) => void } } }

/** Returns PGlite's file system in `folder` with files that only their owner can access. PGlite makes files readable and writable by everybody,
 *  regardless of the umask. */
export function privateFs(folder: string): NodeFS {
  const fs = new NodeFS(folder)
  const init = fs.init.bind(fs)
  fs.init = async (pglite, options) => {
    const prepared = await init(pglite, options)
    const preRun = [...(prepared.emscriptenOpts.preRun ?? []), maskModes]
    return { emscriptenOpts: { ...prepared.emscriptenOpts, preRun } }
  }
  return fs
}

function maskModes(module: unknown) {
  const { node_ops } = (module as Module).NODEFS
  const { setattr } = node_ops
  node_ops.setattr = (node, attributes) => {
    const { mode } = attributes
    setattr(node, mode === undefined || mode === null ? attributes : { ...attributes, mode: mode & ~othersMask })
  }
}
