// Starts the server with compiled code kept between starts, on every platform: a variable in the npm script needs a
// POSIX shell.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
process.argv.push('--print-address')
// Libraries check less and log less in production. The clinic's settings stay as they are: without NODE_ENV, they are
// those of development, with demo mode.
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  process.argv.push('--libraries-in-production')
}
await import('../build/server/serve.js')
