import { registerHooks } from 'node:module'
import { resolveNeighbours } from './start/resolve-neighbours.ts'

// Before the other modules are looked for, so they are imported by what they are called.
registerHooks({ resolve: resolveNeighbours() })
await import('./serve.ts')
