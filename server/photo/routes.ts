import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { refused } from '#contract/kit/outcome.ts'
import { largestPhoto, photoKept, uploadQuery } from '#contract/photo.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import { problemOf } from '#server/http/refusal.ts'
import type { Photos } from './open-photos.ts'
import type { Picture } from './picture.ts'
import { type PhotoRefusal, photoRefusals } from './refusals.ts'
import { imageIn } from './upload.ts'

type Deps = {
  photos: Photos
  identity: Identity
  audit: Audit
}

// Each upload is in memory as a whole.
const maxUploads = 16
const limits = { fileSize: largestPhoto, files: 1, fields: 4, fieldSize: 1_000, parts: 5 }

/** Registers the routes by which admins upload photos and everyone reads those stored here. */
export async function photoRoutes(app: App, deps: Deps) {
  readRoute(app, deps.photos, { path: '/image/:id', size: 'large', operationId: 'getImage', summary: 'A photo' })
  readRoute(app, deps.photos, {
    path: '/image/:id/small',
    size: 'small',
    operationId: 'getSmallImage',
    summary: 'A photo in the size for lists',
  })
  await app.register(async (scope: App) => {
    await scope.register(multipart, { limits })
    uploadRoute(scope, deps)
  })
}

const tags = ['photo']
const headers = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  // Email apps in a browser show the clinic's logo.
  'cross-origin-resource-policy': 'cross-origin',
}

type ReadRoute = { path: string; size: keyof Picture; operationId: string; summary: string }

function readRoute(app: App, photos: Photos, { path, size, operationId, summary }: ReadRoute) {
  app.get(
    path,
    {
      schema: {
        tags,
        operationId,
        summary,
        produces: ['image/webp'],
        problems: [404],
        params: z.object({ id: z.uuid('Not a photo id').toLowerCase() }),
        response: { 200: z.instanceof(Buffer) },
      },
      config: { limit: 'photo' },
    },
    async ({ params }, reply) => {
      const bytes = await photos.find(params.id, size)
      if (!bytes) throw new ProblemError(404, 'There is no such photo.')
      return reply.headers(headers).send(bytes)
    },
  )
}

function uploadRoute(app: App, { photos, identity, audit }: Deps) {
  const running = pLimit(maxUploads)
  const upload = async (
    request: FastifyRequest,
    isHere: boolean,
  ): Promise<{ ok: true; url: string } | PhotoRefusal> => {
    if (running.activeCount >= maxUploads) return refused('too-many')
    return running(async () => {
      const image = await imageIn(request)
      if (!image.ok) return image
      return photos.upload(image.file, {
        record: (tx, url) => audit.recordFor(request)(tx, 'upload-photo', photos.toPublicUrl(url)),
        isHere,
      })
    })
  }

  app.post(
    '/image',
    {
      onRequest: [identity.mayByTokenOrCookie('upload-photo')],
      // At level `trace` the plugin would log all headers, with the caller's token and cookies.
      logSerializers: { busboyOptions: () => undefined },
      schema: {
        tags,
        operationId: 'uploadImage',
        summary: 'Upload a photo, as the field `image`',
        problems: [502],
        file: 'image',
        querystring: uploadQuery,
        response: { 200: photoKept },
      },
    },
    async (request) => {
      const outcome = await upload(request, request.query.for === 'logo')
      if (outcome.ok) return { success: true as const, data: { url: photos.toPublicUrl(outcome.url) } }
      if (outcome.reason === 'broken' || outcome.reason === 'unreachable') {
        request.log.warn(outcome, 'the image host refused a photo')
      }
      throw problemOf(photoRefusals, outcome, { success: false })
    },
  )
}
