// Starts the server with compiled code kept between starts, on every platform: a variable in the npm script needs a
// POSIX shell.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
process.argv.push('--print-address')
await import('../build/server/serve.js')
