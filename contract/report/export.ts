/** The files that an accountant takes along. */
export const exportFiles = ['payments', 'refunds', 'charges', 'appointments'] as const
export type ExportFile = (typeof exportFiles)[number]
