import type { Config } from '@react-router/dev/config'
import { prerendered } from './contract/pages.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...prerendered],
} satisfies Config
