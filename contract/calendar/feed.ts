import { z } from 'zod/mini'

/** The address of a private calendar feed. Whoever knows it reads the feed. */
export const feedAddress = z.object({ url: z.url() })
