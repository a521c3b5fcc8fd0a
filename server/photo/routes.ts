import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { largestPhoto, photoKept } from '#contract/photo.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError, sendProblem } from '#server/http/problem.ts'
import type { Photos } from './open.ts'
import type { Picture } from './picture/picture.ts'
import { imageIn, refusals } from './refusal.ts'

type Deps = {
  photos: Photos
  identity: Identity
  /** Records the upload in the audit trail, in the transaction that inserts the photo. */
  recordUpload: (tx: Db, request: FastifyRequest, url: string) => Promise<void>
}

// Each upload is in memory as a whole.
const mostUnderWay = 16
// A minute, for a client address. Far more than lists of doctors show, far less than the database can read.
const mostReads = 3_000
/** The bytes of a picture. */
const picture = z.instanceof(Buffer)
const limits = { fileSize: largestPhoto, files: 1, fields: 4, fieldSize: 1_000, parts: 5 }

/** Accepts photos from admins, and serves those stored here to everyone with their address. */
export async function photoRoutes(app: App, { photos, identity, recordUpload }: Deps) {
  const tags = ['photo']
  const asset = (operationId: string, summary: string) => ({
    schema: {
      tags,
      operationId,
      summary,
      produces: ['image/webp'],
      problems: [404],
      params: z.object({ id: z.uuid('Not a photo id').toLowerCase() }),
      response: { 200: picture },
    },
    config: { rateLimit: { max: mostReads } },
  })
  const find = async (id: string, size: keyof Picture) => {
    const bytes = await photos.find(id, size)
    if (!bytes) throw new ProblemError(404, 'There is no such photo.')
    return bytes
  }
  const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
  app.get('/image/:id', asset('getImage', 'A photo'), async ({ params }, reply) =>
    reply.headers(headers).send(await find(params.id, 'large')),
  )
  app.get('/image/:id/small', asset('getSmallImage', 'A photo in the size for lists'), async ({ params }, reply) =>
    reply.headers(headers).send(await find(params.id, 'small')),
  )

  const underWay = pLimit(mostUnderWay)
  const upload = async (request: FastifyRequest) => {
    if (underWay.activeCount >= mostUnderWay) return { ok: false as const, reason: 'too-many' as const }
    return underWay(async () => {
      const file = await imageIn(request)
      if (typeof file === 'string') return { ok: false as const, reason: file }
      return photos.upload(file, (tx, url) => recordUpload(tx, request, photos.toPublicUrl(url)))
    })
  }

  await app.register(async (scope: App) => {
    await scope.register(multipart, { limits })
    scope.post(
      '/image',
      {
        onRequest: [identity.mayByTokenOrCookie('upload-photo')],
        // At `trace` the plugin logs all headers here, the caller's token and cookies among them.
        logSerializers: { busboyOptions: () => undefined },
        schema: {
          tags,
          operationId: 'uploadImage',
          summary: 'Upload a photo, as the field `image`',
          problems: [502],
          file: 'image',
          response: { 200: photoKept },
        },
      },
      async (request, reply) => {
        const outcome = await upload(request)
        if (outcome.ok) return { success: true as const, data: { url: photos.toPublicUrl(outcome.url) } }
        if (outcome.reason === 'broken' || outcome.reason === 'unreachable') {
          request.log.warn(outcome, 'the image host refused a photo')
        }
        const { status, sentence } = refusals[outcome.reason]
        if (status === 503) reply.header('retry-after', '10')
        return sendProblem(reply, status, sentence, { success: false, errors: { image: sentence } })
      },
    )
  })
}
