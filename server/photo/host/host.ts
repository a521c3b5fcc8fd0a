import { z } from 'zod'

/** An image host: its upload address, our key, and the origin that it serves pictures from. */
export type ImageHost = { url: string; key: string; pictures: string }

/** Result of an upload. `broken`: the response is not in imgbb's form; `unreachable`: none came in time. */
export type HostAnswer = { ok: true; url: string } | { ok: false; reason: 'broken' | 'unreachable'; status?: number }

const answerLimit = 64 * 1024
const kept = z.object({ success: z.literal(true), data: z.object({ url: z.url({ protocol: /^https$/ }).max(2_000) }) })

/** Uploads a picture as imgbb documents it (https://api.imgbb.com): multipart, field `image`, the key in the query. The result never
 *  contains the key. */
export async function sendToHost(
  { url, key, pictures }: ImageHost,
  picture: Buffer,
  timeoutMs = 15_000,
): Promise<HostAnswer> {
  const target = new URL(url)
  target.searchParams.set('key', key)
  const body = new FormData()
  body.set('image', new Blob([Uint8Array.from(picture)], { type: 'image/webp' }), 'photo.webp')
  const answer = await fetch(target, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
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
