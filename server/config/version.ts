import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')

/** The version of this release, as package.json has it: '0.3.0'. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
