import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { largestPhoto, photoKept } from '#contract/photo.ts'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError, sendProblem } from '#server/http/problem.ts'
import type { Photos } from './open.ts'
import type { Picture } from './picture/picture.ts'
import { imageIn, refusals } from './refusal.ts'

type Parts = {
  photos: Photos
  identity: Identity
  /** Writes down, in the transaction that hands a photo out, who uploaded it. */
  tell: (tx: Db, request: FastifyRequest, url: string) => Promise<void>
}

// In memory together at most.
const mostUnderWay = 16
const limits = { fileSize: largestPhoto, files: 1, fields: 4, fieldSize: 1_000, parts: 5 }

/** Takes photos from admins, and shows those that are kept here to everyone who knows their address. */
export async function photoRoutes(app: App, { photos, identity, tell }: Parts) {
  const tags = ['photo']
  const asset = {
    schema: { tags, params: z.object({ id: z.uuid('Not a photo id').toLowerCase() }) },
    config: { rateLimit: false },
  }
  const find = async (id: string, size: keyof Picture) => {
    const bytes = await photos.read(id, size)
    if (!bytes) throw new ProblemError(404, 'There is no such photo.')
    return bytes
  }
  const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
  app.get('/image/:id', asset, async ({ params }, reply) => reply.headers(headers).send(await find(params.id, 'large')))
  app.get('/image/:id/small', asset, async ({ params }, reply) =>
    reply.headers(headers).send(await find(params.id, 'small')),
  )

  let underWay = 0
  const upload = async (request: FastifyRequest) => {
    if (underWay >= mostUnderWay) return { ok: false as const, reason: 'too-many' as const }
    underWay += 1
    try {
      const file = await imageIn(request)
      if (typeof file === 'string') return { ok: false as const, reason: file }
      return await photos.keep(file, (tx, url) => tell(tx, request, photos.onTheWire(url)))
    } finally {
      underWay -= 1
    }
  }

  await app.register(async (scope: App) => {
    await scope.register(multipart, { limits })
    scope.post(
      '/image',
      {
        onRequest: [identity.admin],
        schema: { tags, consumes: ['multipart/form-data'], response: { 200: photoKept } },
      },
      async (request, reply) => {
        const outcome = await upload(request)
        if (outcome.ok) return { success: true as const, data: { url: photos.onTheWire(outcome.url) } }
        if (outcome.reason === 'broken' || outcome.reason === 'unreachable') {
          request.log.warn(outcome, 'the image host did not take a photo')
        }
        const { status, sentence } = refusals[outcome.reason]
        if (status === 503) reply.header('retry-after', '10')
        return sendProblem(reply, status, sentence, { success: false, errors: { image: sentence } })
      },
    )
  })
}
