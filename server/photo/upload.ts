import type { FastifyRequest } from 'fastify'
import { type Outcome, refused } from '#contract/kit/outcome.ts'

/** Why a request has no photo. */
export type NoImage = 'none' | 'too-large' | 'several' | 'torn'

/** Returns the file in the field `image` of a form, or why there is none. */
export async function imageIn(request: FastifyRequest): Promise<Outcome<{ file: Buffer }, NoImage>> {
  if (!request.isMultipart()) return refused('none')
  let image: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && part.fieldname === 'image') image = await part.toBuffer()
      else if (part.type === 'file') part.file.resume()
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'FST_REQ_FILE_TOO_LARGE') return refused('too-large')
    return refused(code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' ? 'several' : 'torn')
  }
  return image?.length ? { ok: true, file: image } : refused('none')
}
