import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

export const loadDialogs = async () => (await import('./dialogs.ts')).dialogs

export const useDialogs = loadWhenIdle(loadDialogs)
