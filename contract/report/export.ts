import { z } from 'zod/mini'

/** The files that an accountant takes along. */
export const exportFiles = ['payments', 'refunds', 'charges', 'appointments'] as const
export const exportFile = z.enum(exportFiles)
export type ExportFile = z.infer<typeof exportFile>
