import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { refused } from '#contract/kit/outcome.ts'
import { largestPhoto, photoKept, type UploadQuery, uploadQuery } from '#contract/photo.ts'
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
  versionRoute(app, deps.photos)
  await app.register(async (scope: App) => {
    await scope.register(multipart, { limits })
    uploadRoute(scope, deps)
  })
}

const tags = ['photo']
const cacheControl = { 'cache-control': 'public, max-age=31536000, immutable' }
const headers = {
  'content-type': 'image/webp',
  ...cacheControl,
  // Email apps in a browser show the clinic's logo.
  'cross-origin-resource-policy': 'cross-origin',
}
const photoId = z.uuid('Not a photo id').toLowerCase()

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
        params: z.object({ id: photoId }),
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

const versionFile = z
  .string()
  .regex(/^\d{2,4}\.(avif|webp)$/, 'A width and a format, such as 720.avif')
  .transform((file) => {
    const [width, format] = file.split('.')
    return { width: Number(width), format: format === 'avif' ? ('avif' as const) : ('webp' as const) }
  })

function versionRoute(app: App, photos: Photos) {
  app.get(
    '/image/:id/:version',
    {
      schema: {
        tags,
        operationId: 'getImageVersion',
        summary: 'A picture of the public pages at one width in pixels, as AVIF or WebP',
        produces: ['image/avif', 'image/webp'],
        problems: [404],
        params: z.object({ id: photoId, version: versionFile }),
        response: { 200: z.instanceof(Buffer) },
      },
      config: { limit: 'photo' },
    },
    async ({ params: { id, version } }, reply) => {
      const bytes = await photos.findVersion({ id, ...version })
      if (!bytes) throw new ProblemError(404, 'There is no such picture.')
      return reply.headers({ 'content-type': `image/${version.format}`, ...cacheControl }).send(bytes)
    },
  )
}

function uploadRoute(app: App, { photos, identity, audit }: Deps) {
  const running = pLimit(maxUploads)
  const upload = async (
    request: FastifyRequest,
    { for: use, focus }: UploadQuery,
  ): Promise<{ ok: true; url: string; width?: number | undefined } | PhotoRefusal> => {
    if (running.activeCount >= maxUploads) return refused('too-many')
    return running(async () => {
      const image = await imageIn(request)
      if (!image.ok) return image
      return photos.upload(image.file, {
        record: (tx, url) => audit.recordFor(request)(tx, 'upload-photo', photos.toPublicUrl(url)),
        isHere: use !== undefined,
        site: use === undefined || use === 'logo' ? undefined : { use, focus },
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
      const outcome = await upload(request, request.query)
      if (outcome.ok) {
        const { url, width } = outcome
        return { success: true as const, data: { url: photos.toPublicUrl(url), ...(width && { width }) } }
      }
      if (outcome.reason === 'broken' || outcome.reason === 'unreachable') {
        request.log.warn(outcome, 'the image host refused a photo')
      }
      throw problemOf(photoRefusals, outcome, { success: false })
    },
  )
}
