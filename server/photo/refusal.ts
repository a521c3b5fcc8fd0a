import type { FastifyRequest } from 'fastify'
import type { PhotoOutcome } from './open.ts'

/** Reasons to refuse a photo. */
export type Refusal =
  | Extract<PhotoOutcome, { ok: false }>['reason']
  | 'none'
  | 'too-large'
  | 'several'
  | 'torn'
  | 'too-many'

/** Status and message for each reason. */
export const refusals: Record<Refusal, { status: number; message: string }> = {
  none: { status: 400, message: 'Image is Required' },
  several: { status: 400, message: 'Only one photo at a time can be added.' },
  torn: { status: 400, message: 'The upload was interrupted. Please try again.' },
  'too-large': { status: 413, message: 'This photo is larger than 8 MB. Please choose a smaller one.' },
  'too-many': { status: 503, message: 'Many photos are being added right now. Please try again in a moment.' },
  'not-a-photo': { status: 400, message: 'This file is not a photo. Please choose a JPEG, PNG, WebP or AVIF.' },
  heic: {
    status: 400,
    message:
      'We can’t read this photo’s format (HEIC). On an iPhone choose “Most Compatible” in Settings, Camera, Formats, and take it again; or send it as a JPEG.',
  },
  'too-many-pixels': {
    status: 400,
    message: 'This photo has too many pixels. Please choose one of at most 40 megapixels, or 12 in an AVIF.',
  },
  damaged: { status: 400, message: 'This photo is damaged or incomplete. Please choose another one.' },
  broken: { status: 502, message: 'Our image host refused this photo. Please try again later.' },
  unreachable: {
    status: 503,
    message: 'Our image host can’t be reached. Please try again in a minute.',
  },
}

/** Returns the file in the field `image` of a form, or the reason why there is none. */
export async function imageIn(request: FastifyRequest): Promise<Buffer | Refusal> {
  if (!request.isMultipart()) return 'none'
  let image: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && part.fieldname === 'image') image = await part.toBuffer()
      else if (part.type === 'file') part.file.resume()
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'FST_REQ_FILE_TOO_LARGE') return 'too-large'
    return code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' ? 'several' : 'torn'
  }
  return image?.length ? image : 'none'
}
