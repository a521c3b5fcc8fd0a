import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into a server before anything else (node --import). While the file READ_ONLY_FLAG exists, the embedded
// database finds its file system read-only, files that are open included. The kernel refuses to do that to files that
// are open; a disk that fails does it.

const flag = process.env.READ_ONLY_FLAG ?? ''
const { existsSync } = fs
const { O_RDWR, O_WRONLY } = fs.constants

function refuse() {
  if (existsSync(flag)) throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', errno: -30 })
}

for (const name of ['writeSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'mkdirSync', 'truncateSync'] as const) {
  Object.assign(fs, {
    [name]: new Proxy(fs[name], {
      apply: (run, self, args) => {
        refuse()
        return Reflect.apply(run, self, args)
      },
    }),
  })
}
fs.openSync = new Proxy(fs.openSync, {
  apply: (open, self, args: Parameters<typeof fs.openSync>) => {
    const [, flags] = args
    if (typeof flags === 'number' && (flags & (O_RDWR | O_WRONLY)) !== 0) refuse()
    return Reflect.apply(open, self, args)
  },
})
syncBuiltinESMExports()
