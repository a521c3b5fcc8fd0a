import { z } from 'zod'

/** Another's server that keeps pictures: where to send them, the key that it knows us by, and the origin that they are then loaded from. */
export type ImageHost = { url: string; key: string; pictures: string }

/** Gives a picture to the host; `broken` when its answer is not what imgbb would say, `unreachable` when it gives none in time. */
export type HostAnswer = { ok: true; url: string } | { ok: false; reason: 'broken' | 'unreachable'; status?: number }

const answerLimit = 64 * 1024
const kept = z.object({ success: z.literal(true), data: z.object({ url: z.url({ protocol: /^https$/ }).max(2_000) }) })

/** Sends a picture as imgbb documents it (https://api.imgbb.com): multipart, field `image`, the key in the query. The key is in nothing
 *  that this gives back. */
export async function sendToHost(
  { url, key, pictures }: ImageHost,
  picture: Buffer,
  patienceMs = 15_000,
): Promise<HostAnswer> {
  const target = new URL(url)
  target.searchParams.set('key', key)
  const body = new FormData()
  body.set('image', new Blob([Uint8Array.from(picture)], { type: 'image/webp' }), 'photo.webp')
  const answer = await fetch(target, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
    .then(async (response) => ({ status: response.status, text: await readSome(response) }))
    .catch(() => undefined)
  if (!answer) return { ok: false, reason: 'unreachable' }
  const read = kept.safeParse(parse(answer.text))
  if (read.success && new URL(read.data.data.url).origin === pictures) return { ok: true, url: read.data.data.url }
  return { ok: false, reason: 'broken', status: answer.status }
}

async function readSome(response: Response) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > answerLimit) return ''
  }
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
