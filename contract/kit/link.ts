import { z } from 'zod/mini'

const token = z.string({ error: 'The token of a link is needed' }).check(z.maxLength(256, 'This token is too long'))

/** Body of a call behind a link in an email: the token in the link's fragment. */
export const linkRequest = z.object({ token })

/** The `code` of a refusal because the token was not issued by this server. */
export const invalidLink = 'invalid-link'
