import type { Config } from '@react-router/dev/config'
import { prerendered } from './contract/site/pages.ts'
import { compressFiles } from './scripts/build/compress.ts'
import { loadAppAfterPaint } from './scripts/build/late-app.ts'
import { makePagesWithoutApp } from './scripts/build/without-app.ts'

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerendered],
  async buildEnd() {
    await makePagesWithoutApp('build/client')
    await loadAppAfterPaint('build/client')
    await compressFiles('build/client/assets')
  },
} satisfies Config
