import { loadLater } from '#web/ui/feedback/load-later.ts'

export const loadTimes = async () => (await import('./times.ts')).times

export const useTimes = loadLater(loadTimes)
