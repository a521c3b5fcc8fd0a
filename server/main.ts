import { registerHooks } from 'node:module'
import { resolveNeighbours } from './start/resolve-neighbours.ts'

// The hook concerns what is imported after it is registered.
registerHooks({ resolve: resolveNeighbours() })
await import('./serve.ts')
