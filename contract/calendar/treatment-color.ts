import { z } from 'zod/mini'

/** The colors that a treatment can have. */
export const treatmentColors = ['teal', 'blue', 'violet', 'rose', 'amber', 'green', 'slate', 'orange'] as const
export type TreatmentColor = (typeof treatmentColors)[number]

/** The color of a treatment, or null for none. */
export const treatmentColor = z.nullable(z.enum(treatmentColors, `One of: ${treatmentColors.join(', ')}, or null`))
