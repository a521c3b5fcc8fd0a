import type { Config } from '@react-router/dev/config'
import { prerendered } from './contract/site/pages.ts'
import { compressFiles } from './scripts/build/compress.ts'
import { loadAppAfterPaint } from './scripts/build/late-app.ts'
import { makePlainPages } from './scripts/build/plain-pages.ts'

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerendered],
  async buildEnd() {
    await makePlainPages('build/client')
    await loadAppAfterPaint('build/client')
    await compressFiles('build/client/assets')
  },
} satisfies Config
